import Bytes
package import Inspection
package import Pipeline
import Profiles

/// Writes the habits of the clients in captures as a matrix.
package final class ClientMatrixReporter: Reporter {
    /// The output format.
    package enum Format: String, Hashable, Sendable {
        /// One client after another.
        case text
        /// An array of clients.
        case json
        /// A table.
        case markdown
        /// A standalone page.
        case html
    }

    private let sink: any TextSink
    private let style: TextStyle
    private let format: Format
    private var recorded = RecordedClients()

    /// Makes a reporter.
    package init(to sink: any TextSink, style: TextStyle, format: Format) {
        self.sink = sink
        self.style = style
        self.format = format
    }

    /// Adds the habits of the exchange's upload.
    package func exchange(_ exchange: InspectedExchange) {
        if let client = exchange.client { recorded.add(client) }
    }

    /// Writes the collected habits.
    package func finish(_ totals: ReportTotals) {
        let matrix = ClientMatrix(recorded)
        switch format {
        case .text: text(matrix)
        case .json: sink.line(JSONText.indented(.array(matrix.rows.map { JSONValue($0.client) })))
        case .markdown: markdown(matrix)
        case .html: sink.write(ClientMatrixPage.text(matrix))
        }
    }

    private func text(_ matrix: ClientMatrix) {
        let width = matrix.habits.map(\.title.columns).max() ?? 0
        for row in matrix.rows {
            let uploads = Quantity.of(row.client.uploadCount, "upload")
            let name = row.client.profile.map { "\($0.name), " } ?? ""
            sink.line("\(style.paint(row.id, .strong))  \(name)\(row.details), \(uploads)")
            for (habit, cell) in zip(matrix.habits, row.cells) {
                let lines = cell.values.flatMap { $0.lines(of: style.width - width - 4) }
                for (index, line) in lines.enumerated() {
                    let label = (index == 0 ? habit.title : "").padded(to: width)
                    sink.line("  \(style.paint(label, .faint))  \(line)")
                }
            }
            sink.line()
        }
        sink.line(matrix.summary)
    }

    private func markdown(_ matrix: ClientMatrix) {
        sink.line("# Recorded clients")
        sink.line()
        sink.line(
            "What each client does habitually, read off its captures. An empty cell means that no capture gives the "
                + "occasion to tell."
        )
        sink.line()
        if !matrix.rows.isEmpty { table(matrix) }
        sink.line(MarkdownText.escaped(matrix.summary))
    }

    private func table(_ matrix: ClientMatrix) {
        sink.line("| client | " + matrix.habits.map(\.title).joined(separator: " | ") + " |")
        sink.line("|---|" + String(repeating: "---|", count: matrix.habits.count))
        for row in matrix.rows {
            let cells = row.cells.map { cell in
                cell.values.map(MarkdownText.escaped).joined(separator: "<br>")
            }
            sink.line(
                "| **\(MarkdownText.escaped(row.name))**<br>\(MarkdownText.escaped(row.details)) | "
                    + cells.joined(separator: " | ") + " |"
            )
        }
        sink.line()
    }
}
