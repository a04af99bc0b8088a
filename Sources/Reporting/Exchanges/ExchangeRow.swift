import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline
import Profiles

/// The cells of one exchange, escaped for display; an unknown value is a dash.
struct ExchangeRow {
    /// The content of a column.
    enum Field: CaseIterable {
        case number, time, client, clientAddress, method, url, shortURL, status, type, shortType, parts,
            bytes, encoder, fidelity, verdict
    }

    /// The length of a URL in bytes beyond which it is cut wherever it is shown.
    private static let urlLimit = 4000
    private static let unknown = TextTable.Cell("–", .faint)

    private var cells: [Field: TextTable.Cell] = [:]

    /// Describes an exchange.
    ///
    /// - Parameters:
    ///   - inspected: the exchange.
    ///   - start: the origin of times; `nil` where none is shown.
    ///   - namesEncoder: whether to identify the client that wrote the form, which takes longer than all
    ///     other columns.
    init(_ inspected: InspectedExchange, since start: Timestamp?, namesEncoder: Bool = true) {
        let exchange = inspected.exchange
        let request = exchange.request
        cells[.number] = TextTable.Cell("\(inspected.number)", .strong)
        if let start, let time = request?.arrival.startedAt {
            cells[.time] = TextTable.Cell(Timestamp.seconds(from: start, to: time))
        }
        if let client = exchange.client {
            let text = "\(client)"
            cells[.client] = TextTable.Cell(text)
            cells[.clientAddress] = TextTable.Cell(
                String(text[..<(text.lastIndex(of: ":") ?? text.endIndex)])
            )
        }
        if !exchange.method.isEmpty {
            cells[.method] = TextTable.Cell(PrintableText.text(exchange.method, limit: 16))
        }
        if let url = exchange.url() {
            let text = PrintableText.text(url, limit: Self.urlLimit)
            cells[.url] = TextTable.Cell(text)
            cells[.shortURL] = TextTable.Cell(text.hasPrefix("http://") ? String(text.dropFirst(7)) : text)
        } else if !exchange.target.isEmpty {
            cells[.url] = TextTable.Cell(PrintableText.text(exchange.target, limit: Self.urlLimit))
            cells[.shortURL] = cells[.url]
        }
        if let status = exchange.status {
            cells[.status] = TextTable.Cell("\(status)", status >= 400 ? .warning : nil)
        }
        if let request, let mediaType = MediaType(request.head.fields) {
            let type = PrintableText.text(request.head.fields[mediaType.value.leading], limit: 60)
            cells[.type] = TextTable.Cell(type)
            let subtype = type.split(separator: "/", maxSplits: 1).last.map(String.init) ?? type
            cells[.shortType] = TextTable.Cell(subtype)
        }
        if let form = inspected.form { cells[.parts] = TextTable.Cell(Quantity.grouped(form.partCount)) }
        if let request, request.head.framing != .none || inspected.isBareBody {
            cells[.bytes] = TextTable.Cell(Quantity.grouped(request.content.bodyLength))
        }
        if namesEncoder, let client = inspected.client {
            let ink: Ink? = client.isDisguised ? .warning : client.matches.isEmpty ? .faint : nil
            cells[.encoder] = TextTable.Cell(client.brief, ink)
        }
        if exchange.fidelity < .wire, !inspected.isBareBody {
            cells[.fidelity] = TextTable.Cell(exchange.fidelity.name)
        }
        let verdict = Verdict(inspected)
        cells[.verdict] = TextTable.Cell(verdict.text, verdict.ink)
    }

    /// Whether there is a value for a column.
    func has(_ field: Field) -> Bool { cells[field] != nil }

    /// The cell of a column.
    subscript(_ field: Field) -> TextTable.Cell { cells[field] ?? Self.unknown }
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
