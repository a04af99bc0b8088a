package import Inspection
package import Pipeline

/// Tells findings as compilers tell errors, each kind once, and ends with one line on what was judged.
package final class TextReporter: Reporter {
    private let sink: any TextSink
    private let style: TextStyle
    private let threshold: Severity
    private let showsAll: Bool
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
    package init(
        to sink: any TextSink,
        style: TextStyle,
        threshold: Severity = .warning,
        showsAll: Bool = false
    ) {
        self.sink = sink
        self.style = style
        self.threshold = showsAll ? .note : min(threshold, .warning)
        self.showsAll = showsAll
    }

    /// Notes the path for the places of findings.
    package func begin(_ path: String) {
        paths.append(path)
    }

    /// Takes the exchange's findings.
    package func exchange(_ exchange: InspectedExchange) {
        guard exchange.findings.contains(where: { $0.finding.severity >= threshold }), let path = paths.last
        else { return }
        let text = FindingText(exchange, path: path, style: style)
        for located in exchange.findings where located.finding.severity >= threshold {
            if showsAll {
                write(text.drawn(located).rows)
            } else {
                tally.add(located, of: exchange, path: path, text: text)
            }
        }
    }

    /// Tells what was gathered, and closes.
    package func finish(_ totals: ReportTotals) {
        for entry in tally.entries { write(entry.rows(style)) }
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
