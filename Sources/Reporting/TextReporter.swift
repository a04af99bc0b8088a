import Bytes
package import Inspection
import Pages
package import Pipeline

/// Reports findings in the style of compilers, each kind once, and ends with a summary line.
package final class TextReporter: Reporter {
    private let sink: any TextSink
    private let style: TextStyle
    private let threshold: Severity
    private let showsAll: Bool
    private let isLive: Bool
    /// What was written of exchanges that are not complete, by their numbers.
    private var written: [Int: Set<WrittenFinding>] = [:]
    private var receivers: ReceiverTally?
    private let firstRules: [String]
    private var tally = FindingTally()
    private var paths: [String] = []
    /// What is said of the forms that made requests.
    private var origins: [[String]] = []
    private var originCount = 0

    /// Requests of which the form is named: more are counted.
    private static let listedOrigins = 20
    /// What was written last.
    private var last = Piece.nothing

    private enum Piece {
        case nothing, heading, finding
    }

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the report.
    ///   - style: colours and width.
    ///   - threshold: findings below it are counted, not shown.
    ///   - showsAll: whether each finding is shown at once, including notes, instead of each kind once.
    ///   - isLive: whether findings are written as soon as their request has ended, each by itself, because the capture is
    ///     still being recorded.
    ///   - showsReceivers: whether the affected receivers are listed.
    ///   - firstRules: the ids of rules whose findings come first, in this order, whatever their severity.
    package init(
        to sink: any TextSink,
        style: TextStyle,
        threshold: Severity = .warning,
        showsAll: Bool = false,
        isLive: Bool = false,
        showsReceivers: Bool = false,
        firstRules: [String] = []
    ) {
        self.sink = sink
        self.style = style
        self.threshold = showsAll ? .note : min(threshold, .warning)
        self.showsAll = showsAll
        self.isLive = isLive
        receivers = showsReceivers ? ReceiverTally() : nil
        self.firstRules = firstRules
    }

    /// It reports findings alone, and those below the threshold where receivers or rules were asked for.
    package var countsUploadsBelow: Severity? {
        receivers == nil && firstRules.isEmpty ? threshold : .note
    }

    /// Records the path for the places of findings.
    package func begin(_ path: String) {
        paths.append(path)
    }

    /// Adds the exchange's findings.
    package func exchange(_ exchange: InspectedExchange) {
        let earlier = written.isEmpty ? [] : written.removeValue(forKey: exchange.number) ?? []
        addOrigin(of: exchange)
        guard !exchange.findings.isEmpty, let path = paths.last else { return }
        receivers?.add(exchange, path: path)
        guard exchange.findings.contains(where: isShown) else { return }
        let text = FindingText(exchange, path: path, style: style)
        for located in exchange.orderedFindings
        where isShown(located) && !earlier.contains(WrittenFinding(located)) {
            if showsAll || isLive {
                write(text.drawn(located).rows)
            } else {
                tally.add(located, text: text)
            }
        }
        if isLive { sink.flush() }
    }

    private func addOrigin(of exchange: InspectedExchange) {
        guard let origin = exchange.origin?.value, let path = paths.last else { return }
        originCount += 1
        guard isLive || showsAll || origins.count < Self.listedOrigins else { return }
        let name = FindingText.name(path: path, number: exchange.number, isBare: false)
        let text = OriginText(origin)
        let rows =
            ["\(style.paint(name, .strong)) was made by \(text.headline)"] + text.remarks.map { "  - \($0)" }
        if isLive { write(rows) } else { origins.append(rows) }
    }

    private func writeOrigins() {
        guard !origins.isEmpty else { return }
        if last == .finding { sink.line() }
        last = .finding
        for row in origins.joined() { sink.line(row) }
        let others = originCount - origins.count
        if others > 0 {
            sink.line(
                "and \(Quantity.of(others, "request")) more of forms in the capture: partwise forms lists them"
            )
        }
    }

    /// Writes what is found in a request that has ended; what its response adds is written when that is there.
    package func requestEnded(_ exchange: InspectedExchange) {
        guard isLive, let path = paths.last else { return }
        let shown = exchange.orderedFindings.filter(isShown)
        guard !shown.isEmpty else { return }
        written[exchange.number] = Set(shown.map(WrittenFinding.init))
        let text = FindingText(exchange, path: path, style: style)
        for located in shown { write(text.drawn(located).rows) }
        sink.flush()
    }

    /// Writes a row as a line above the findings that follow.
    func heading(_ row: inout TableRow) {
        if last == .finding { sink.line() }
        last = .heading
        row.writeLine(to: sink)
    }

    private func isShown(_ located: LocatedFinding) -> Bool {
        located.finding.severity >= threshold || firstRules.contains(located.finding.rule)
    }

    /// Writes the collected findings and the summary.
    package func finish(_ totals: ReportTotals) {
        for entry in tally.entries(first: firstRules) { write(entry.rows(style)) }
        for entry in receivers?.entries ?? [] { write(entry.rows(style)) }
        writeOrigins()
        guard totals.captures > 0 else { return }
        if last != .nothing { sink.line() }
        let closing = ReportClosing(totals, path: paths.count == 1 ? paths.first : nil, style: style)
        for row in closing.rows(shownFrom: threshold) {
            // Elsewhere a row stays one line, for programs that look for it.
            let lines = style.isTerminal && row.columns > style.width ? row.lines(of: style.width - 2) : [row]
            for (index, line) in lines.enumerated() { sink.line(index == 0 ? line : "  " + line) }
        }
    }

    private func write(_ rows: [String]) {
        if last == .finding { sink.line() }
        last = .finding
        for row in rows { sink.line(row) }
    }
}

/// What makes a finding of a complete exchange the one that was written when its request ended.
private struct WrittenFinding: Hashable {
    private let rule: String
    private let message: String
    private let place: Finding.Place
    private let range: Range<Int>

    init(_ located: LocatedFinding) {
        rule = located.finding.rule
        message = located.finding.message
        place = located.finding.place
        range = located.finding.range
    }
}
