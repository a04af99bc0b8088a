package import Inspection
package import Pipeline

/// Tells findings as compilers tell errors, each kind once, and ends with one line on what was judged.
package final class TextReporter: Reporter {
    private let sink: any TextSink
    private let style: TextStyle
    private let threshold: Severity
    private let showsAll: Bool
    private var receivers: ReceiverTally?
    private let firstRules: [String]
    private var tally = FindingTally()
    private var paths: [String] = []
    private var hasOutput = false

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: where the report goes.
    ///   - style: colours and width.
    ///   - threshold: findings below it are counted, not shown.
    ///   - showsAll: whether each finding is shown as it comes, notes included, instead of each kind once.
    ///   - showsReceivers: whether it is told which receivers break on what was found.
    ///   - firstRules: the ids of rules whose findings are told before others, the first first, whatever their severity.
    package init(
        to sink: any TextSink,
        style: TextStyle,
        threshold: Severity = .warning,
        showsAll: Bool = false,
        showsReceivers: Bool = false,
        firstRules: [String] = []
    ) {
        self.sink = sink
        self.style = style
        self.threshold = showsAll ? .note : min(threshold, .warning)
        self.showsAll = showsAll
        receivers = showsReceivers ? ReceiverTally() : nil
        self.firstRules = firstRules
    }

    /// Notes the path for the places of findings.
    package func begin(_ path: String) {
        paths.append(path)
    }

    /// Takes the exchange's findings.
    package func exchange(_ exchange: InspectedExchange) {
        guard !exchange.findings.isEmpty, let path = paths.last else { return }
        receivers?.add(exchange, path: path)
        let isShown = exchange.findings.contains { located in
            located.finding.severity >= threshold || firstRules.contains(located.finding.rule)
        }
        guard isShown else { return }
        let text = FindingText(exchange, path: path, style: style)
        for located in exchange.toldFindings
        where located.finding.severity >= threshold || firstRules.contains(located.finding.rule) {
            if showsAll {
                write(text.drawn(located).rows)
            } else {
                tally.add(located, of: exchange, path: path, text: text)
            }
        }
    }

    /// Tells what was gathered, and closes.
    package func finish(_ totals: ReportTotals) {
        for entry in tally.entries(first: firstRules) { write(entry.rows(style)) }
        for entry in receivers?.entries ?? [] { write(entry.rows(style)) }
        guard totals.captures > 0 else { return }
        if hasOutput { sink.line() }
        let closing = ReportClosing(totals, path: paths.count == 1 ? paths.first : nil, style: style)
        for row in closing.rows(shownFrom: threshold) { sink.line(row) }
    }

    private func write(_ rows: [String]) {
        if hasOutput { sink.line() }
        hasOutput = true
        for row in rows { sink.line(row) }
    }
}
