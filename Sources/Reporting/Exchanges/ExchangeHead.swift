import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline

/// The heads of an exchange as sent, and where they were captured.
struct ExchangeHead {
    private let inspected: InspectedExchange
    private let path: String
    private let style: TextStyle

    /// Prepares for an exchange of the input at `path`.
    init(_ inspected: InspectedExchange, path: String, style: TextStyle) {
        self.inspected = inspected
        self.path = path
        self.style = style
    }

    /// The exchange's number, endpoints and time.
    var title: [String] {
        let exchange = inspected.exchange
        let name = FindingText.name(path: path, number: inspected.number, isBare: inspected.isBareBody)
        var words = [name]
        if let client = exchange.client, let server = exchange.server {
            words.append("\(client) → \(server)")
        }
        if !inspected.isBareBody { words.append(exchange.applicationProtocol.rawValue) }
        if let first = exchange.request?.arrival.firstFrame, let last = exchange.request?.arrival.lastFrame {
            words.append(first == last ? "frame \(first)" : "frames \(first)–\(last)")
        }
        if let time = exchange.request?.arrival.startedAt { words.append(time.text) }
        var rows = [""]
        for word in words {
            let row = rows[rows.count - 1]
            if row.isEmpty {
                rows[rows.count - 1] = word
            } else if row.columns + 2 + word.columns <= style.width {
                rows[rows.count - 1] += "  " + word
            } else {
                rows.append("  " + word)
            }
        }
        rows[0] = style.paint(name, .strong) + rows[0].dropFirst(name.count)
        return rows
    }

    /// The request's head, and how its body is framed.
    var request: [String] {
        guard let request = inspected.exchange.request else { return ["the capture has no request"] }
        var rows = head(request)
        if !rows.isEmpty { rows.append("") }
        rows.append("body      " + (bodyWords ?? ""))
        return rows + trailers(of: request)
    }

    /// The length, framing and completeness of the request's body; `nil` where there is no request.
    var bodyWords: String? {
        guard let request = inspected.exchange.request else { return nil }
        guard !request.head.isTooLong else { return Self.unreadBody }
        var words = [Quantity.of(request.content.bodyLength, "byte")]
        words += Self.framing(of: request)
        if let declared = request.head.declaredLength, declared != request.content.bodyLength {
            words.append("\(Quantity.grouped(declared)) declared")
        }
        if request.content.wireLength != request.content.bodyLength {
            words.append("\(Quantity.grouped(request.content.wireLength)) on the wire")
        }
        if request.content.missingBytes > 0 {
            words.append("\(Quantity.grouped(request.content.missingBytes)) missing from the capture")
        }
        if let decoding = inspected.decoding, decoding.isDecoded {
            words.append("\(Quantity.of(decoding.decodedLength, "byte")) decoded from \(decoding.name)")
        }
        // That all of it was sent is no comfort where some of it was not captured.
        if request.content.missingBytes == 0 || request.content.completion != .complete {
            let hasConnection = inspected.exchange.client != nil
            words.append(
                request.content.completion.words(
                    isStream: request.http2?.reset != nil,
                    sender: hasConnection ? "client" : nil
                )
            )
        }
        if request.content.excessLength > 0 {
            words.append("\(Quantity.of(request.content.excessLength, "byte")) sent after it")
        }
        return words.joined(separator: ", ")
    }

    /// The response's head; empty where the capture has none.
    var response: [String] {
        guard let response = inspected.exchange.response else {
            return inspected.isBareBody ? [] : ["", style.paint("the capture has no response", .faint)]
        }
        let before = inspected.exchange.informational.map { style.paint("before it: status \($0)", .faint) }
        return [""] + before + head(response)
            + [
                "",
                "body      " + Self.bodyWords(of: response),
            ] + trailers(of: response)
    }

    private static let unreadBody = "not read: the head before it is longer than is read"

    /// The length and framing of a response's body, and how it ended where that is not its end.
    static func bodyWords(of response: Message) -> String {
        guard !response.head.isTooLong else { return unreadBody }
        let content = response.content
        var words = [Quantity.of(content.bodyLength, "byte")] + framing(of: response)
        if let declared = response.head.declaredLength, content.completion != .complete,
            declared > content.bodyLength
        {
            words.append("\(Quantity.grouped(declared)) declared")
        }
        if content.completion != .complete {
            words.append(
                content.completion.words(isStream: response.http2?.reset != nil, sender: "server")
            )
        }
        return words.joined(separator: ", ")
    }

    /// The fields after a body (RFC 9110 §6.5); nothing where there are none.
    private func trailers(of message: Message) -> [String] {
        let fields = message.content.trailers
        return fields.lines.prefix(Self.shownTrailers).map { line in
            let text =
                PrintableText.text(fields[line.name], limit: 200) + ": "
                + PrintableText.text(fields[line.value], limit: 400)
            return style.paint("trailer", .faint) + "   " + text
        }
    }

    /// How many trailer fields are shown.
    private static let shownTrailers = 50

    /// How the end of the content is given; nothing where it is not.
    private static func framing(of message: Message) -> [String] {
        switch message.head.framing {
        case .none, .bare: []
        case let framing: ["framed by \(framing.name)"]
        }
    }

    private func head(_ message: Message) -> [String] {
        let start = PrintableText.text(message.head.startLine, limit: 2000)
        let fields = message.head.fields
        var rows = fields.lines.map { line in
            let name = PrintableText.text(fields[line.name], limit: 200)
            guard line.colon != nil else { return name }
            return style.paint(name, .header) + ": " + PrintableText.text(fields[line.value], limit: 2000)
        }
        for line in message.http2?.unknownFields.reversed() ?? [] {
            let value = line.value.map { ": " + PrintableText.text($0, limit: 2000) } ?? ""
            let text = style.paint("(a field from before the capture or in a gap)", .faint) + value
            rows.insert(text, at: min(line.index, rows.count))
        }
        return start.isEmpty ? rows : [style.paint(start, .strong)] + rows
    }
}

extension MessageCompletion {
    /// How the content ended, in words; without a sender it is not known who ended it.
    fileprivate func words(isStream: Bool, sender: String?) -> String {
        switch self {
        case .complete: "complete"
        case .closedEarly:
            sender.map { "cut off: the \($0) closed the connection" } ?? "cut off: no more follows"
        case .reset: "cut off: the \(isStream ? "stream" : "connection") was reset"
        case .captureEnded: "incomplete: the capture ended"
        case .malformed: "cut off: the chunked coding cannot be read further"
        }
    }
}
