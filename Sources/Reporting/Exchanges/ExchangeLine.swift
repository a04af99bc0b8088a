import Bytes
import Exchanges
import Forms
package import Inspection
package import Pipeline
import Profiles

/// One exchange in one line, as a server's log has it: written as soon as the exchange is complete, before others are
/// known.
package struct ExchangeLine {
    private let style: TextStyle
    private let namesServer: Bool

    /// Makes lines in a style.
    ///
    /// - Parameters:
    ///   - style: the style.
    ///   - namesServer: whether requests go to different servers, so that lines have whole URLs.
    package init(_ style: TextStyle, namesServer: Bool = false) {
        self.style = style
        self.namesServer = namesServer
    }

    /// The line as UTF-8: number, client, method, target or URL, status, and what is said of the body.
    package func text(_ exchange: borrowing InspectedExchange) -> [UInt8] {
        var line = Line(style)
        start(&line, exchange)
        line.add(exchange.cell(.method) ?? ExchangeRow.unknown)
        if namesServer {
            line.add(exchange.cell(.url) ?? ExchangeRow.unknown)
        } else {
            line.add(TextTable.Cell(PrintableText.text(exchange.exchange.target, limit: 200)))
        }
        addStatus(of: exchange, to: &line)
        if let form = exchange.form { line.add(form.partCount, form.partCount == 1 ? " part" : " parts") }
        if let length = exchange.bodyLength { line.add(length, " bytes") }
        if let client = exchange.cell(.encoder) { line.add(client) }
        line.add(exchange.cell(.verdict) ?? ExchangeRow.unknown)
        return line.text
    }

    /// What is known once an exchange is complete whose line was written before it was answered.
    package func answer(_ exchange: borrowing InspectedExchange) -> [UInt8] {
        var line = Line(style)
        start(&line, exchange)
        line.add(TextTable.Cell("answered"))
        addStatus(of: exchange, to: &line)
        return line.text
    }

    /// Writes what all lines begin with.
    private func start(_ line: inout Line, _ exchange: borrowing InspectedExchange) {
        if style.isColored {
            line.add(TextTable.Cell("#\(exchange.number)", .strong))
        } else {
            line.add("#", exchange.number)
        }
        line.add(exchange.cell(.client) ?? ExchangeRow.unknown)
    }

    private func addStatus(of exchange: borrowing InspectedExchange, to line: inout Line) {
        if let status = exchange.exchange.status, !style.isColored { return line.add("", status) }
        line.add(exchange.cell(.status) ?? ExchangeRow.unknown)
    }
}

/// Cells with two blanks between them.
private struct Line {
    /// The text as UTF-8.
    private(set) var text: [UInt8] = []
    private let style: TextStyle

    init(_ style: TextStyle) {
        self.style = style
        text.reserveCapacity(240)
    }

    mutating func add(_ cell: TextTable.Cell) {
        beginCell()
        guard style.isColored, let ink = cell.ink else { return append(cell.text) }
        append(style.paint(cell.text, ink))
    }

    /// Adds a number, digits grouped, and the noun after it.
    mutating func add(_ number: Int, _ noun: StaticString) {
        beginCell()
        // 20 digits and 6 commas at most.
        text.append(addingCapacity: 26) { $0.append(decimal: number.magnitude, isGrouped: true) }
        noun.withUTF8Buffer { text.append(contentsOf: $0) }
    }

    /// Adds a number after a text.
    mutating func add(_ start: StaticString, _ number: Int) {
        guard number >= 0 else { return add(TextTable.Cell("\(start)\(number)")) }
        beginCell()
        start.withUTF8Buffer { text.append(contentsOf: $0) }
        text.append(addingCapacity: 20) { $0.append(decimal: number.magnitude) }
    }

    private mutating func beginCell() {
        guard !text.isEmpty else { return }
        text.append(0x20)
        text.append(0x20)
    }

    private mutating func append(_ string: String) {
        var string = string
        string.withUTF8 { text.append(contentsOf: $0) }
    }
}
