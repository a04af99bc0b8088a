import Bytes
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

    /// Records the path for the annotations.
    package func begin(_ path: String) {
        paths.append(path)
    }

    /// Writes a line for each finding.
    package func exchange(_ exchange: InspectedExchange) {
        guard !exchange.findings.isEmpty, let path = paths.last else { return }
        let text = FindingText(exchange, path: path, style: TextStyle())
        for located in exchange.findings where located.finding.severity >= threshold {
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
        for row in closing.rows(shownFrom: threshold) { sink.line(Self.ordinary(row)) }
    }

    private func write(_ command: String, path: String, title: String, _ message: String) {
        let file = path == "-" ? "standard input" : path
        let properties = "file=\(Self.property(file)),title=\(Self.property(title))"
        sink.line("::\(command) \(properties)::\(Self.data(message))")
    }

    /// A line that is not a command: commands begin with `::` after optional blanks, or, in the older syntax,
    /// with `##[` anywhere.
    private static func ordinary(_ row: String) -> String {
        let row = row.replacing("##[", with: "# #[")
        return row.drop { $0 == " " }.hasPrefix("::") ? "./" + row : row
    }

    /// Escapes a message: percent signs and line breaks would end or change it.
    private static func data(_ text: String) -> String {
        PrintableText.text(text, limit: 4000).replacing("%", with: "%25")
    }

    /// Escapes a property's value, which colons and commas would end too.
    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
