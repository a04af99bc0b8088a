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
        let row = ExchangeRow(exchange, since: nil)
        var cells = [
            TextTable.Cell("#\(exchange.number)", .strong), row[.client], row[.method],
            namesServer
                ? row[.url] : TextTable.Cell(PrintableText.text(exchange.exchange.target, limit: 200)),
            row[.status],
        ]
        if exchange.form != nil {
            let parts = exchange.form?.partCount ?? 0
            cells.append(TextTable.Cell(parts == 1 ? "1 part" : "\(Quantity.grouped(parts)) parts"))
        }
        if row.has(.bytes) { cells.append(TextTable.Cell("\(row[.bytes].text) bytes")) }
        if row.has(.encoder) { cells.append(row[.encoder]) }
        cells.append(row[.verdict])
        return text(cells)
    }

    /// What is known once an exchange is complete whose line was written before it was answered.
    package func answer(_ exchange: InspectedExchange) -> String {
        let row = ExchangeRow(exchange, since: nil, namesEncoder: false)
        return text([
            TextTable.Cell("#\(exchange.number)", .strong), row[.client], TextTable.Cell("answered"),
            row[.status],
        ])
    }

    private func text(_ cells: [TextTable.Cell]) -> String {
        cells.map { cell in cell.ink.map { style.paint(cell.text, $0) } ?? cell.text }.joined(
            separator: "  "
        )
    }
}
