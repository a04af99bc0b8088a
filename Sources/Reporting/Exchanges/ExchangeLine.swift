import Bytes
import Exchanges
import Forms
package import Inspection
package import Pipeline

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

    /// The line: number, client, method, target or URL, status, and what is said of the body.
    package func text(_ exchange: InspectedExchange) -> String {
        func cell(_ field: ExchangeRow.Field) -> TextTable.Cell {
            exchange.cell(field) ?? ExchangeRow.unknown
        }
        var cells = [
            TextTable.Cell("#\(exchange.number)", .strong), cell(.client), cell(.method),
            namesServer
                ? cell(.url) : TextTable.Cell(PrintableText.text(exchange.exchange.target, limit: 200)),
            cell(.status),
        ]
        if exchange.form != nil {
            let parts = exchange.form?.partCount ?? 0
            cells.append(TextTable.Cell(parts == 1 ? "1 part" : "\(Quantity.grouped(parts)) parts"))
        }
        if let bytes = exchange.cell(.bytes) { cells.append(TextTable.Cell("\(bytes.text) bytes")) }
        if let encoder = exchange.cell(.encoder) { cells.append(encoder) }
        cells.append(cell(.verdict))
        return text(cells)
    }

    /// What is known once an exchange is complete whose line was written before it was answered.
    package func answer(_ exchange: InspectedExchange) -> String {
        text([
            TextTable.Cell("#\(exchange.number)", .strong), exchange.cell(.client) ?? ExchangeRow.unknown,
            TextTable.Cell("answered"), exchange.cell(.status) ?? ExchangeRow.unknown,
        ])
    }

    private func text(_ cells: [TextTable.Cell]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(200)
        for cell in cells {
            if !text.isEmpty { text.append(contentsOf: [0x20, 0x20]) }
            text.append(contentsOf: (cell.ink.map { style.paint(cell.text, $0) } ?? cell.text).utf8)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
