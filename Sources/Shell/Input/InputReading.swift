package import Pipeline
package import Reporting

/// Reads the inputs of a command line one after another, and passes them to a reporter.
package struct InputReading {
    private let options: InspectionOptions
    private let selection: ExchangeSelection
    private let kind: InputKind
    private let jobs: Int
    private let terminal: Terminal
    private let policy: PolicyRun?

    /// The totals of the exchanges.
    package private(set) var totals = ReportTotals()
    /// Whether an input could not be read.
    package private(set) var hasFailed = false

    /// Prepares to read.
    ///
    /// - Parameters:
    ///   - kind: the kind of input.
    ///   - options: the options for inspection.
    ///   - selection: the filter on exchanges.
    ///   - jobs: how many inputs are read at a time.
    ///   - terminal: receives diagnostics.
    ///   - policy: removes known findings; `nil` where there are none.
    ///   - diagnosis: a server's error to explain.
    package init(
        _ kind: InputKind,
        options: InspectionOptions,
        selection: ExchangeSelection,
        jobs: Int = 1,
        terminal: Terminal,
        policy: PolicyRun? = nil,
        diagnosis: ServerErrorDiagnosis? = nil
    ) {
        self.kind = kind
        self.options = options
        self.selection = selection
        self.jobs = jobs
        self.terminal = terminal
        self.policy = policy
        totals.diagnosis = diagnosis
        totals.selection = selection.words
        totals.packetFilter = options.packetFilter
    }

    /// Looks for credentials in what is reported, unless they are redacted.
    ///
    /// - Parameter contents: whether contents of parts are reported.
    package mutating func watchCredentials(contents: Bool) {
        guard options.redaction == nil else { return }
        totals.credentials = Credentials()
        totals.reportsContents = contents
    }

    /// Makes it a fault that no upload is judged, where that is demanded.
    package mutating func requireUploads(_ isDemanded: Bool) { totals.requiresUploads = isDemanded }

    /// Reads all inputs, then ends the report.
    package mutating func read(_ inputs: InputList, into reporter: any Reporter) {
        for remark in inputs.remarks { terminal.report(remark) }
        for failure in inputs.failures {
            terminal.report(failure)
            hasFailed = true
        }
        let progress = ReadingProgress(on: terminal)
        let inspections = CaptureInspections(
            inputs.arguments.map {
                CaptureInspections.Input(
                    $0,
                    as: kind,
                    countsUploadsBelow: feed(of: $0, to: reporter, progress).countsUploadsBelow
                )
            },
            options: options,
            jobs: jobs,
            progress: progress.advance
        )
        for (index, argument) in inputs.arguments.enumerated() {
            progress.begin(argument.path, number: index + 1, of: inputs.arguments.count)
            read(argument, index: index, of: inspections, into: reporter, progress)
        }
        progress.wipe()
        if inputs.arguments.isEmpty, inputs.failures.isEmpty {
            terminal.report("there is no capture to read")
            hasFailed = true
        }
        totals.baseline = policy?.outcome
        totals.lacksInput = hasFailed
        reporter.finish(totals)
    }

    private mutating func read(
        _ argument: CaptureArgument,
        index: Int,
        of inspections: CaptureInspections,
        into reporter: any Reporter,
        _ progress: ReadingProgress
    ) {
        var feed = feed(of: argument, to: reporter, progress)
        reporter.begin(argument.path)
        do throws(InputFailure) {
            let capture = try inspections.inspect(index, into: &feed)
            progress.wipe()
            terminal.reportProblems(of: capture)
            totals = feed.totals
            totals.add(capture)
            reporter.end(capture)
            if capture.isPartlyUnread { hasFailed = true }
            if let missing = argument.exchanges?.first(beyond: capture.exchanges) {
                let count = capture.exchanges == 1 ? "1 exchange" : "\(capture.exchanges) exchanges"
                terminal.report("\(argument.path): has no exchange \(missing): it holds \(count)")
                hasFailed = true
            }
        } catch {
            progress.wipe()
            totals = feed.totals
            terminal.report("\(error)")
            reporter.failed(error)
            hasFailed = true
        }
    }
}

extension InputReading {
    /// Passes the exchanges of an input on to a reporter.
    private func feed(
        of argument: CaptureArgument,
        to reporter: any Reporter,
        _ progress: ReadingProgress
    ) -> ReportFeed {
        let (selection, policy) = (selection, policy)
        let selectsAll = selection.words == nil && argument.exchanges == nil
        return ReportFeed(
            to: reporter,
            totals: totals,
            seen: progress.countExchanges,
            accepts: selectsAll
                ? nil
                : { argument.exchanges?.contains($0.number) ?? true && selection.accepts($0) },
            takeKnown: policy.flatMap { policy in
                policy.looksAtUploads ? { policy.takeKnown(from: &$0, in: argument.path) } : nil
            },
            reportsRequests: policy?.hasBaseline != true
        )
    }
}

extension Terminal {
    /// Reports the notices about a capture, one line each.
    package func reportProblems(of capture: InspectedCapture) {
        for problem in capture.problems {
            let place = problem.offset.map { " (file offset \($0))" } ?? ""
            report("\(capture.path): \(problem.message)\(place)")
        }
    }
}
