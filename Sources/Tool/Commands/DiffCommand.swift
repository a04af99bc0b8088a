import ArgumentParser
import Exchanges
import Inspection
import InspectionRules
import Pipeline
import Profiles
import Repair
import Reporting
import Shell

/// `partwise diff`: the differences between requests of two or more clients.
struct DiffCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare the requests of two or more clients, and say which difference matters.",
        discussion: """
            CAPTURE#N names a request; captures with several uploads and without numbers are compared upload by upload, \
            paired by URL and field names. Parts are compared with those of the same name. The boundary's text never \
            counts as a difference, its form does.

            Examples:
              partwise diff curl.pcap app.pcap
              partwise diff session.chls#3 session.chls#8
              partwise diff --against browser app.pcap#1
            """
    )

    /// The output format.
    enum Format: String, NamedChoice {
        case text, json, markdown, html
    }

    @Argument(
        help: ArgumentHelp(
            "Two or more CAPTURE#N, or captures whose uploads are paired; with --against, one or more.",
            valueName: "capture"
        )
    )
    var captures: [String]

    @Option(
        help: ArgumentHelp(
            "Compare each request with a good one, CAPTURE#N, or with what curl, a browser, or RFC 7578 (rfc) would "
                + "have sent for the same form.",
            valueName: "model"
        )
    )
    var against: String?

    @Option(help: "How to write the comparison.")
    var format = Format.text

    @Option(
        help: ArgumentHelp(
            "The least difference that makes the exit code 1: error (against a rule, or a missing part), warning "
                + "(all but cosmetic ones) or note (any).",
            valueName: "severity"
        )
    )
    var threshold = Severity.warning

    @Flag(help: "Show all differences, where there are many: cosmetic ones, too.")
    var all = false

    @Option(name: .shortAndLong, help: ArgumentHelp("Write to this file.", valueName: "file"))
    var output: String?

    @OptionGroup(title: "Redaction")
    var redaction: RedactionOptions

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    @OptionGroup
    var jobs: JobOptions

    func validate() throws {
        guard against == nil, captures.count < 2 else { return }
        let numbers = captures.first.flatMap { CaptureArgument($0).exchanges }
        if numbers == nil || numbers?.single != nil {
            throw ValidationError("Name two requests or more to compare.")
        }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        var options = try selection.inspectionOptions(in: terminal)
        options.redaction = redaction.redaction
        if options.redaction != nil {
            terminal.report("what is replaced is compared by its length and the kinds of its bytes alone")
        }
        let arguments = try captures.map { try CaptureArgument(validating: $0) }
        let encoder = against.flatMap { ReferenceEncoder(rawValue: $0) }
        let progress = ReadingProgress(on: terminal)
        var plan = ComparisonPlan(
            selection.kind,
            options,
            try selection.selection(in: terminal),
            jobs: jobs.count,
            progress: progress
        )
        if encoder != nil {
            try plan.holdAlone(arguments)
        } else if let against {
            try plan.hold(arguments, against: CaptureArgument(validating: against))
        } else {
            try plan.compare(arguments)
        }
        let model = encoder == nil ? against.map { CaptureArgument($0) } : nil
        try FileRoles.keep((arguments + [model].compactMap(\.self)).map(\.path), from: output)
        let report = try ReportOutput(file: output, color: selection.color, terminal: terminal)
        let reporter = reporter(for: report, plan)
        let isData = format == .json || format == .html
        var credentials = isData && options.redaction == nil ? Credentials() : nil
        var status = plan.unpaired.isEmpty ? CommandStatus.fine : .findings
        var reading = ComparisonReading(plan.groups, as: selection.kind, options, progress: progress)
        try reading.read { group, requests in
            do {
                let comparison = try compare(group, in: requests, encoder)
                for request in comparison.requests where request.role != .reference {
                    credentials?.add(request.exchange, form: format == .html ? request.form : nil)
                }
                reporter.comparison(comparison)
                let counts = comparison.differences.contains { $0.severity >= threshold }
                if counts, status == .fine { status = .findings }
            } catch let failure where failure is CommandFailure || failure is RepairFailure {
                terminal.report("\(group.last?.name ?? ""): \(failure)")
                status = .unreadable
            }
        }
        for capture in reading.damaged {
            terminal.reportProblems(of: capture)
            status = .unreadable
        }
        reporter.finish(unpaired: plan.unpaired)
        terminal.warn(of: credentials, in: format == .html ? "the page" : "the comparison")
        return status
    }

    private func compare(
        _ group: [RequestPlace],
        in requests: RequestCollection,
        _ encoder: ReferenceEncoder?
    ) throws -> RequestComparison {
        guard let encoder, let place = group.first else {
            return RequestComparison(
                try group.enumerated().map { index, place in
                    try requests.request(place, role: against != nil && index == 0 ? .model : .recorded)
                },
                rules: .ofForms
            )
        }
        let (exchange, spool) = try requests.exchange(place)
        return RequestComparison(
            [
                try encoder.request(for: exchange, contents: spool),
                try requests.request(place, role: .recorded),
            ],
            rules: .ofForms
        )
    }

    private func reporter(for report: ReportOutput, _ plan: ComparisonPlan) -> any ComparisonReporter {
        // Programs need the same shape whatever the captures hold; people need no count of one comparison.
        let isSet = plan.isSet && plan.groups.count != 1
        return switch format {
        case .text:
            DifferenceText(
                to: report.sink,
                style: report.style,
                showsAll: all || threshold == .note,
                isSet: isSet
            )
        case .json: DifferenceJSON(to: report.sink, version: Partwise.version, isSet: plan.isSet)
        case .markdown: DifferenceMarkdown(to: report.sink, showsAll: all || threshold == .note, isSet: isSet)
        case .html:
            DifferenceHTML(to: report.sink, spool: FileSpool(), version: Partwise.version, isSet: isSet)
        }
    }
}
