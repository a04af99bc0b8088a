import Bytes
import Exchanges
package import Inspection
package import Pipeline
import Policy

/// Writes the report as a page of Markdown, to be pasted into a ticket or a pull request.
///
/// Each kind of finding is reported once; the uploads with findings are listed, up to a limit.
package final class MarkdownReporter: Reporter {
    /// The number of rows in the table of uploads: GitHub cuts long comments.
    package static let listedUploads = 100

    private let sink: any TextSink
    private let rules: RuleCatalogue
    private let threshold: Severity
    private var tally = FindingTally()
    private var paths: [String] = []
    private var uploads: [String] = []
    private var uploadCount = 0
    private var notices: [String] = []

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the report.
    ///   - rules: the rules that the findings name.
    ///   - threshold: findings below it are counted, not shown.
    package init(to sink: any TextSink, rules: RuleCatalogue, threshold: Severity = .warning) {
        self.sink = sink
        self.rules = rules
        self.threshold = min(threshold, .warning)
    }

    /// Records the path for the places of findings.
    package func begin(_ path: String) {
        paths.append(path)
    }

    /// Adds the exchange's findings.
    package func exchange(_ exchange: InspectedExchange) {
        let shown = exchange.orderedFindings.filter { $0.finding.severity >= threshold }
        guard !shown.isEmpty, let path = paths.last else { return }
        let text = FindingText(exchange, path: path, style: TextStyle())
        for located in shown { tally.add(located, text: text) }
        uploadCount += 1
        guard uploads.count < Self.listedUploads else { return }
        let name = FindingText.name(path: path, number: exchange.number, isBare: exchange.isBareBody)
        var rules: [String] = []
        for located in shown where !rules.contains("`\(located.finding.rule)`") {
            rules.append("`\(located.finding.rule)`")
        }
        let cells = [
            MarkdownText.escaped(name), MarkdownText.escaped(exchange.requestLine()),
            exchange.exchange.status.map(String.init) ?? "",
            rules.joined(separator: ", "),
        ]
        uploads.append("| \(cells.joined(separator: " | ")) |")
    }

    /// Records the notices about the capture.
    package func end(_ capture: InspectedCapture) {
        notices += capture.problems.map { "\(capture.path): \($0.message)" }
    }

    /// Records an input that could not be read.
    package func failed(_ failure: InputFailure) {
        notices.append(failure.description)
    }

    /// Writes the page.
    package func finish(_ totals: ReportTotals) {
        sink.line("# Upload report")
        sink.line()
        if totals.captures > 0 {
            let path = paths.count == 1 ? paths.first : nil
            for row in ReportClosing(totals, path: path, style: TextStyle()).rows(shownFrom: threshold) {
                sink.line(MarkdownText.escaped(row))
                sink.line()
            }
        }
        for notice in notices {
            sink.line("- \(MarkdownText.escaped(PrintableText.text(notice, limit: 1000)))")
        }
        if !notices.isEmpty { sink.line() }
        writeUploads()
        for entry in tally.entries() {
            sink.line("## \(entry.rule)")
            sink.line()
            for line in MarkdownText.fenced(entry.rows(TextStyle())) { sink.line(line) }
            if let rule = rules.rule(entry.rule) {
                sink.line()
                sink.line(MarkdownText.escaped(rule.rationale))
            }
            sink.line()
        }
    }

    private func writeUploads() {
        guard !uploads.isEmpty else { return }
        sink.line("| upload | request | status | rules |")
        sink.line("|---|---|---|---|")
        for row in uploads { sink.line(row) }
        if uploadCount > uploads.count {
            sink.line()
            sink.line("and \(Quantity.grouped(uploadCount - uploads.count)) more")
        }
        sink.line()
    }
}
