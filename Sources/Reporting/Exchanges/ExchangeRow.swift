import Bytes
import Inspection
import Pipeline

/// The cells of one exchange, escaped for display; an unknown value is a dash.
struct ExchangeRow {
    /// The content of a column.
    enum Field: Int, CaseIterable {
        case number, time, client, clientAddress, method, url, shortURL, status, type, shortType, parts,
            bytes, encoder, fidelity, verdict
    }

    static let unknown = TextTable.Cell("–", .faint)

    /// By the place of the field among all.
    private var cells = [TextTable.Cell?](repeating: nil, count: Field.allCases.count)

    /// Describes an exchange.
    ///
    /// - Parameters:
    ///   - inspected: the exchange.
    ///   - start: the origin of times; `nil` where none is shown.
    ///   - namesEncoder: whether to identify the client that wrote the form, which takes longer than all
    ///     other columns.
    init(_ inspected: InspectedExchange, since start: Timestamp?, namesEncoder: Bool = true) {
        self.init(
            inspected,
            since: start,
            fields: namesEncoder ? Field.allCases : Field.allCases.filter { $0 != .encoder }
        )
    }

    /// Describes an exchange in some fields; the others are unknown.
    init(_ inspected: InspectedExchange, since start: Timestamp?, fields: [Field]) {
        for field in fields { cells[field.rawValue] = inspected.cell(field, since: start) }
    }

    /// Whether there is a value for a column.
    func has(_ field: Field) -> Bool { cells[field.rawValue] != nil }

    /// The cell of a column.
    subscript(_ field: Field) -> TextTable.Cell { cells[field.rawValue] ?? Self.unknown }
}

extension ExchangeRow.Field {
    /// The column for this field: on a terminal URLs are elided in the middle, elsewhere nothing is.
    func column(isTerminal: Bool) -> TextTable.Column {
        var column = column
        column.excess = !isTerminal ? .whole : self == .url || self == .shortURL ? .elided : .cut
        return column
    }

    private var column: TextTable.Column {
        switch self {
        case .number: TextTable.Column(title: "#", isRight: true)
        case .time: TextTable.Column(title: "time", isRight: true)
        case .client, .clientAddress: TextTable.Column(title: "client")
        case .method: TextTable.Column(title: "method")
        case .url, .shortURL: TextTable.Column(title: "URL")
        case .status: TextTable.Column(title: "status", isRight: true)
        case .type, .shortType: TextTable.Column(title: "type")
        case .parts: TextTable.Column(title: "parts", isRight: true)
        case .bytes: TextTable.Column(title: "bytes", isRight: true)
        case .encoder: TextTable.Column(title: "encoder")
        case .fidelity: TextTable.Column(title: "proof")
        case .verdict: TextTable.Column(title: "verdict")
        }
    }
}
