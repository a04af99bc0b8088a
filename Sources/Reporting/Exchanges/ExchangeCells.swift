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
        var row = TableRow(capacity: 128)
        return put(field, of: exchange.request, since: start, in: &row) ? row.cell : nil
    }

    /// Writes the text of a cell, and notes its colour; writes nothing, and returns false, where there is no value.
    ///
    /// - Parameters:
    ///   - field: what it tells.
    ///   - request: the exchange's request, which is read for several.
    ///   - start: the origin of times; `nil` where none is shown.
    ///   - row: receives the text.
    /// - Returns: whether there is a value.
    @inline(__always)
    func put(
        _ field: ExchangeRow.Field,
        of request: Message?,
        since start: Timestamp?,
        in row: inout TableRow
    ) -> Bool {
        switch field {
        case .number:
            row.put(number)
            row.ink = .strong
        case .time:
            guard let start, let time = request?.arrival.startedAt else { return false }
            row.put(secondsFrom: start, to: time)
        case .client:
            guard let client = exchange.client else { return false }
            row.put(client)
        case .clientAddress:
            guard let client = exchange.client else { return false }
            let text = client.description
            row.put(String(text[..<(text.lastIndex(of: ":") ?? text.endIndex)]))
        case .method:
            guard !exchange.method.isEmpty else { return false }
            row.put(printable: exchange.method, limit: 16)
        case .url, .shortURL: return putURL(in: &row, isShort: field == .shortURL)
        case .status:
            guard let status = exchange.status else { return false }
            row.put(status: status)
        case .type:
            guard let type = Self.mediaType(of: request) else { return false }
            row.put(printable: type, limit: Self.typeLimit)
        case .shortType:
            guard
                let type = Self.mediaType(of: request).map({ PrintableText.text($0, limit: Self.typeLimit) })
            else { return false }
            row.put(type.split(separator: "/", maxSplits: 1).last.map(String.init) ?? type)
        case .parts:
            guard let form else { return false }
            row.put(form.partCount, isGrouped: true)
        case .bytes:
            guard let bodyLength = request?.bodyLength else { return false }
            row.put(bodyLength, isGrouped: true)
        case .encoder:
            guard let client = clientChoice else { return false }
            row.put(client)
        case .fidelity:
            guard exchange.fidelity < .wire, !isBareBody else { return false }
            row.put(exchange.fidelity.name)
        case .verdict:
            let verdict = Verdict(self)
            row.put(verdict.text)
            row.ink = verdict.ink
        }
        return true
    }

    private func putURL(in row: inout TableRow, isShort: Bool) -> Bool {
        if !isShort, row.put(joinedURLOf: exchange, limit: Self.urlLimit) { return true }
        guard let url = exchange.url() else {
            guard !exchange.target.isEmpty else { return false }
            row.put(printable: exchange.target, limit: Self.urlLimit)
            return true
        }
        if isShort {
            let text = PrintableText.text(url, limit: Self.urlLimit)
            row.put(text.hasPrefix("http://") ? String(text.dropFirst(7)) : text)
        } else {
            row.put(printable: url, limit: Self.urlLimit)
        }
        return true
    }

    /// The length of a URL in bytes beyond which it is cut wherever it is shown.
    private static var urlLimit: Int { 4000 }
    /// The same of a media type.
    private static var typeLimit: Int { 60 }

    private static func mediaType(of request: Message?) -> ArraySlice<UInt8>? {
        request.flatMap { MediaType.type(in: $0.head.fields) }
    }

    /// The number of bytes of the body; `nil` where the request can have none.
    var bodyLength: Int? { exchange.request.flatMap(\.bodyLength) }
}

extension Message {
    /// The number of bytes of the body; `nil` where the message can have none.
    fileprivate var bodyLength: Int? {
        if case .none = head.framing { return nil }
        return content.bodyLength
    }
}

extension TableRow {
    /// Writes the status of a response.
    mutating func put(status: Int) {
        put(status)
        ink = status >= 400 ? .warning : nil
    }
}
