package import Inspection
package import Pipeline

/// Writes findings as GitHub's workflow commands, which become annotations, and ends with the totals.
package final class GitHubReporter: Reporter {
    private let sink: any TextSink
    private let threshold: Severity
    private var paths: [String] = []

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the report.
    ///   - threshold: findings below it are not annotated.
    package init(to sink: any TextSink, threshold: Severity = .warning) {
        self.sink = sink
        self.threshold = min(threshold, .warning)
    }

    /// It reports findings alone.
    package var countsUploadsBelow: Severity? { threshold }

    /// Records the path for the annotations.
    package func begin(_ path: String) {
        paths.append(path)
    }

    /// Writes a line for each finding.
    package func exchange(_ exchange: InspectedExchange) {
        guard !exchange.findings.isEmpty, let path = paths.last else { return }
        let text = FindingText(exchange, path: path, style: TextStyle())
        for located in exchange.orderedFindings where located.finding.severity >= threshold {
            let finding = located.finding
            let command = finding.severity == .note ? "notice" : finding.severity.rawValue
            write(
                command,
                path: path,
                title: finding.rule,
                "\(finding.message). \(text.place(of: located)). \(finding.source). \(finding.hint)"
            )
        }
    }

    /// Writes a warning for each notice about the capture.
    package func end(_ capture: InspectedCapture) {
        for problem in capture.problems {
            write("warning", path: capture.path, title: problem.kind, problem.message)
        }
    }

    /// Writes an error.
    package func failed(_ failure: InputFailure) {
        write("error", path: failure.path, title: "unreadable", failure.reason)
    }

    /// Writes the totals as ordinary lines.
    package func finish(_ totals: ReportTotals) {
        guard totals.captures > 0 else { return }
        let path = paths.count == 1 ? paths.first : nil
        let closing = ReportClosing(totals, path: path, style: TextStyle())
        for row in closing.rows(shownFrom: threshold) { sink.line(WorkflowCommandText.ordinary(row)) }
    }

    private func write(_ command: String, path: String, title: String, _ message: String) {
        let file = path == "-" ? "standard input" : path
        let properties =
            "file=\(WorkflowCommandText.property(file)),title=\(WorkflowCommandText.property(title))"
        sink.line("::\(command) \(properties)::\(WorkflowCommandText.message(message))")
    }
}
