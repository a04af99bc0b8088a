import Bytes
import Exchanges
import Forms
package import Inspection
package import Pipeline

/// Lists exchanges, one in each row, in columns that fit a terminal, and ends with a summary.
///
/// The first rows determine the widths; on a terminal later rows are cut to them, so that any number of exchanges can
/// be listed while they are read.
package final class TableReporter: Reporter {
    private enum Row {
        case heading(String)
        case exchange(ExchangeRow)
        /// What else is to be said of the exchange above.
        case remark(String)
    }

    /// Memory that is used again.
    private struct Room: ~Copyable {
        /// The row that was written last.
        var line = TableRow()
        /// Texts that were written.
        var texts: [[UInt8]] = []
    }

    /// The number of rows that are buffered to determine the widths.
    private static let settlingRows = 200

    /// The greatest number of texts of which the room is kept.
    private static let spareTexts = 64

    private let sink: any TextSink
    private let style: TextStyle
    private let headsCaptures: Bool
    private var waiting: [Row] = []
    private var layout: ExchangeTableLayout?
    private var paths: [String] = []
    private var start: Timestamp?
    /// The room of rows; none while one is written.
    private var room: Room? = Room()

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the list.
    ///   - style: colours and width.
    ///   - headsCaptures: whether each capture's path is above its exchanges.
    package init(to sink: any TextSink, style: TextStyle, headsCaptures: Bool) {
        self.sink = sink
        self.style = style
        self.headsCaptures = headsCaptures
    }

    /// Starts a capture: its times count from its first request.
    package func begin(_ path: String) {
        paths.append(path)
        start = nil
    }

    /// Adds the exchange's row.
    package func exchange(_ exchange: InspectedExchange) {
        if start == nil {
            start = exchange.exchange.request?.arrival.startedAt
            if headsCaptures, let path = paths.last { add(.heading(PrintableText.text(path, limit: 400))) }
        }
        if let layout {
            writeLine { layout.write(exchange, since: start, in: &$0, style) }
        } else {
            add(.exchange(ExchangeRow(exchange, since: start, fields: ExchangeRow.Field.allCases)))
        }
        guard let origin = exchange.origin?.value else { return }
        let text = OriginText(origin)
        for (index, line) in ([text.headline] + text.remarks).enumerated() {
            add(.remark(index == 0 ? "    made by \(line)" : "    - \(line)"))
        }
    }

    /// Texts are made.
    package var makesTexts: Bool { true }

    /// The exchange's row, once widths are known, and the time from which times count.
    package func text(of exchange: InspectedExchange) -> [UInt8]? {
        guard let layout, start != nil, exchange.origin == nil else { return nil }
        return withRoom { room in
            layout.write(exchange, since: start, in: &room.line, style)
            room.line.endLine()
            var text = room.texts.popLast() ?? []
            room.line.copy(to: &text)
            return text
        }
    }

    /// Adds the exchange's row.
    package func exchange(text: [UInt8]) {
        sink.write(utf8: text.span.bytes)
        withRoom { room in
            if room.texts.count < Self.spareTexts { room.texts.append(text) }
        }
    }

    /// Writes the buffered rows and the summary.
    package func finish(_ totals: ReportTotals) {
        settle()
        guard totals.captures > 0 else { return }
        if totals.exchanges > 0 { sink.line() }
        let closing = ReportClosing(totals, path: paths.count == 1 ? paths.first : nil, style: style)
        for row in closing.rows(shownFrom: .note, explainsAll: true) {
            let lines = style.isTerminal ? row.lines(of: style.width - 2) : [row]
            for (index, line) in lines.enumerated() {
                sink.line(index == 0 ? line : "  " + line)
            }
        }
    }

    private func add(_ row: Row) {
        guard layout == nil else {
            write(row)
            return
        }
        waiting.append(row)
        if waiting.count >= Self.settlingRows { settle() }
    }

    private func settle() {
        guard layout == nil, !waiting.isEmpty else { return }
        let rows = waiting.compactMap { row in
            if case .exchange(let exchange) = row { exchange } else { nil }
        }
        let settled = ExchangeTableLayout(rows, style)
        layout = settled
        sink.line(settled.titles(style))
        for row in waiting { write(row) }
        waiting = []
    }

    private func write(_ row: Row) {
        switch row {
        case .heading(let path): sink.line(style.paint(path, .strong))
        case .remark(let line):
            let lines = style.isTerminal ? line.lines(of: style.width - 6) : [line]
            for (index, line) in lines.enumerated() {
                sink.line(style.paint(index == 0 ? line : "      " + line, .faint))
            }
        case .exchange(let exchange):
            guard let layout else { return }
            writeLine { layout.write(exchange, in: &$0, style) }
        }
    }

    @inline(__always)
    private func writeLine(_ write: (_ line: inout TableRow) -> Void) {
        withRoom { room in
            write(&room.line)
            room.line.writeLine(to: sink)
        }
    }

    @inline(__always)
    private func withRoom<Result>(_ use: (_ room: inout Room) -> Result) -> Result {
        // Not used where it is: what is called might look at it then.
        var taken: Room?
        swap(&taken, &room)
        var room = taken.take() ?? Room()
        let result = use(&room)
        taken = consume room
        swap(&taken, &self.room)
        return result
    }
}
