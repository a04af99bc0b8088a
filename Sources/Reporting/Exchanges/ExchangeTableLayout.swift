import Bytes
import Exchanges
import Inspection
import Pipeline

/// Chooses the columns of the list of exchanges, and their widths.
final class ExchangeTableLayout {
    /// The possible sets of columns, from the largest to the smallest; the first that leaves enough width for
    /// the URL is used.
    ///
    /// The method stays almost to the last: it tells uploads from the other requests to their URL.
    private static let choices: [[ExchangeRow.Field]] = [
        [
            .number, .time, .client, .method, .url, .status, .type, .parts, .bytes, .encoder, .fidelity,
            .verdict,
        ],
        [
            .number, .time, .client, .method, .shortURL, .status, .shortType, .parts, .bytes, .encoder,
            .fidelity, .verdict,
        ],
        [
            .number, .time, .clientAddress, .method, .shortURL, .status, .parts, .bytes, .encoder,
            .fidelity, .verdict,
        ],
        [
            .number, .time, .method, .shortURL, .status, .parts, .bytes, .encoder, .fidelity, .verdict,
        ],
        [.number, .method, .shortURL, .status, .parts, .bytes, .encoder, .fidelity, .verdict],
        [.number, .method, .shortURL, .status, .bytes, .encoder, .fidelity, .verdict],
        [.number, .method, .shortURL, .status, .bytes, .fidelity, .verdict],
        [.number, .method, .shortURL, .status, .fidelity, .verdict],
        [.number, .shortURL, .status, .fidelity, .verdict],
    ]

    /// The width of a URL, in columns, for which other columns are left out.
    private static let urlColumns = 26

    /// The greatest width of the URLs' column, in columns, where rows are not cut: a longer URL makes its own row longer, and
    /// not all others.
    private static let widestURLColumn = 80

    /// The width of an encoder's name, in columns, on narrow terminals.
    private static let encoderColumns = 12

    /// A chosen column.
    private struct Column {
        let field: ExchangeRow.Field
        let width: Int
        let excess: TextTable.Excess
        let isRight: Bool
    }

    private let columns: [Column]
    private let table: TextTable
    private let widths: [Int]

    /// Chooses by the first rows and the style: every column fits the width of a terminal, and nothing is left out
    /// elsewhere.
    init(_ rows: [ExchangeRow], _ style: TextStyle) {
        let limit = style.isTerminal ? style.width : Int.max
        var last: (fields: [ExchangeRow.Field], table: TextTable, widths: [Int]) = ([], TextTable([]), [])
        let unneeded = [ExchangeRow.Field.fidelity, .encoder].filter { field in
            !rows.contains { $0.has(field) }
        }
        for choice in Self.choices {
            // Fidelity is not shown where all are packets, nor encoders where there are no forms.
            let fields = choice.filter { !unneeded.contains($0) }
            var table = TextTable(fields.map { $0.column(isTerminal: style.isTerminal) })
            table.rows = rows.map { row in fields.map { row[$0] } }
            var widths = table.widths
            let url = fields.firstIndex { $0 == .url || $0 == .shortURL } ?? 0
            let encoder = fields.firstIndex(of: .encoder)
            let whole = encoder.map { widths[$0] } ?? 0
            if let encoder, !fields.contains(.time) { widths[encoder] = min(whole, Self.encoderColumns) }
            let others = widths.enumerated().reduce(2 * (widths.count - 1)) {
                $0 + ($1.offset == url ? 0 : $1.element)
            }
            let room = limit - others
            let fits = room >= min(widths[url], fields[url] == .url ? widths[url] : Self.urlColumns)
            widths[url] = min(widths[url], max(room, 12), style.isTerminal ? .max : Self.widestURLColumn)
            if let encoder { widths[encoder] += min(whole - widths[encoder], max(room - widths[url], 0)) }
            table.rows = []
            last = (fields, table, widths)
            if fits { break }
        }
        (table, widths) = (last.table, last.widths)
        columns = last.fields.indices.map { index in
            Column(
                field: last.fields[index],
                width: last.widths[index],
                excess: last.table.columns[index].excess,
                isRight: last.table.columns[index].isRight
            )
        }
    }

    /// The titles of the columns.
    func titles(_ style: TextStyle) -> String { table.titleRow(widths, style) }

    /// Writes the row of an exchange.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - start: the origin of times; `nil` where none is shown.
    ///   - row: receives the row.
    ///   - style: colours.
    func write(
        _ exchange: InspectedExchange,
        since start: Timestamp?,
        in row: inout TableRow,
        _ style: TextStyle
    ) {
        row.restart()
        let request = exchange.exchange.request
        for column in columns {
            row.begin()
            if !exchange.put(column.field, of: request, since: start, in: &row) {
                row.put(ExchangeRow.unknown)
            }
            row.end(width: column.width, column.excess, isRight: column.isRight, style)
        }
    }

    /// Writes cells that were made before.
    func write(_ cells: ExchangeRow, in row: inout TableRow, _ style: TextStyle) {
        table.write(columns.map { cells[$0.field] }, in: &row, widths, style)
    }
}
