import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline
import Profiles

/// The cells of an exchange, each made when it is asked for.
extension InspectedExchange {
    /// A cell; `nil` where there is no value.
    ///
    /// - Parameters:
    ///   - field: what it tells.
    ///   - start: the origin of times; `nil` where none is shown.
    /// - Returns: the cell.
    func cell(_ field: ExchangeRow.Field, since start: Timestamp? = nil) -> TextTable.Cell? {
        switch field {
        case .number: TextTable.Cell(String(number), .strong)
        case .time: time(since: start)
        case .client: exchange.client.map { TextTable.Cell($0.description) }
        case .clientAddress: clientAddress
        case .method:
            exchange.method.isEmpty ? nil : TextTable.Cell(PrintableText.text(exchange.method, limit: 16))
        case .url: url(isShort: false)
        case .shortURL: url(isShort: true)
        case .status: exchange.status.map { TextTable.Cell(String($0), $0 >= 400 ? .warning : nil) }
        case .type: type.map { TextTable.Cell($0) }
        case .shortType:
            type.map { TextTable.Cell($0.split(separator: "/", maxSplits: 1).last.map(String.init) ?? $0) }
        case .parts: form.map { TextTable.Cell(Quantity.grouped($0.partCount)) }
        case .bytes: bodyLength.map { TextTable.Cell(Quantity.grouped($0)) }
        case .encoder: encoder
        case .fidelity:
            exchange.fidelity < .wire && !isBareBody ? TextTable.Cell(exchange.fidelity.name) : nil
        case .verdict: verdict
        }
    }

    private func time(since start: Timestamp?) -> TextTable.Cell? {
        guard let start, let time = exchange.request?.arrival.startedAt else { return nil }
        return TextTable.Cell(Timestamp.seconds(from: start, to: time))
    }

    private var clientAddress: TextTable.Cell? {
        exchange.client.map { client in
            let text = client.description
            return TextTable.Cell(String(text[..<(text.lastIndex(of: ":") ?? text.endIndex)]))
        }
    }

    private func url(isShort: Bool) -> TextTable.Cell? {
        guard let url = exchange.url() else {
            guard !exchange.target.isEmpty else { return nil }
            return TextTable.Cell(PrintableText.text(exchange.target, limit: urlLimit))
        }
        let text = PrintableText.text(url, limit: urlLimit)
        return TextTable.Cell(isShort && text.hasPrefix("http://") ? String(text.dropFirst(7)) : text)
    }

    private var type: String? {
        guard let request = exchange.request, let type = MediaType.type(in: request.head.fields) else {
            return nil
        }
        return PrintableText.text(type, limit: 60)
    }

    /// The number of bytes of the body; `nil` where the request can have none.
    var bodyLength: Int? {
        guard let request = exchange.request, request.head.framing != .none || isBareBody else {
            return nil
        }
        return request.content.bodyLength
    }

    private var encoder: TextTable.Cell? { clientChoice.map { TextTable.Cell($0.brief, $0.ink) } }

    private var verdict: TextTable.Cell {
        let verdict = Verdict(self)
        return TextTable.Cell(verdict.text, verdict.ink)
    }
}

/// The length of a URL in bytes beyond which it is cut wherever it is shown.
private let urlLimit = 4000
