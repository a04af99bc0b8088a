import Bytes
import Exchanges
import Forms

/// The traits of a request's head: request line, field lines, framing.
struct HeadTraits {
    private static let subject = "head"

    /// What a client says about itself and its surroundings: no server reads a form differently for it.
    private static let cosmeticFields: Set<String> = [
        "accept", "accept-encoding", "accept-language", "cache-control", "connection", "date", "dnt", "host",
        "keep-alive", "pragma", "priority", "te", "upgrade-insecure-requests", "user-agent", "x-request-id",
        "traceparent",
    ]

    /// What decides how, or whether, a server reads the body.
    private static let framingFields: Set<String> = [
        "content-encoding", "expect", "trailer", "transfer-encoding", "upgrade",
    ]

    private let request: ComparedRequest
    private let message: Message
    /// The names that all requests have, in small letters.
    private let common: Set<String>
    /// Those of them that the requests do not spell alike.
    private let respelled: Set<String>

    /// Prepares for one request; `nil` where it has no message head.
    init?(_ request: ComparedRequest, common: Set<String>, respelled: Set<String>) {
        guard let message = request.exchange.request else { return nil }
        self.request = request
        self.message = message
        self.common = common
        self.respelled = respelled
    }

    /// The field names of a request in order, in small letters and as sent.
    static func names(of request: ComparedRequest) -> [(folded: String, sent: String)] {
        guard let fields = request.exchange.request?.fields else { return [] }
        return lines(of: fields).map { line in
            let name = fields[line.name]
            return (PrintableText.text(name.map(\.lowercased)), PrintableText.text(name))
        }
    }

    /// The field lines without the pseudo-header fields of HTTP/2, which say what the request line does.
    private static func lines(of fields: FieldSection) -> [FieldLine] {
        fields.lines.filter { fields[$0.name].first != UInt8(ascii: ":") }
    }

    /// The traits, in the order in which they stand in a request.
    var traits: [Trait] {
        var traits: [Trait] = []
        let isBare = message.framing == .bare
        if !isBare {
            traits.append(Trait(Self.subject, "method", request.exchange.method, .mayMatter))
            traits.append(Trait(Self.subject, "target", request.exchange.target, .cosmetic))
            traits.append(Trait(Self.subject, "version", message.version, .mayMatter))
        }
        let names = Self.names(of: request)
        let order = names.map(\.folded).filter(common.contains)
        traits.append(Trait(Self.subject, "order of fields", order.joined(separator: ", "), .cosmetic))
        let spelling = names.filter { respelled.contains($0.folded) }.map(\.sent)
        traits.append(
            Trait(Self.subject, "letters of field names", spelling.joined(separator: ", "), .cosmetic)
        )
        traits += fieldTraits(names.map(\.folded))
        if !isBare {
            traits.append(Trait(Self.subject, "framing", message.framing.name, .receiversDiffer))
            traits.append(Trait(Self.subject, "length", length, .receiversDiffer))
        }
        return traits
    }

    /// Whether Content-Length tells the truth, not what it is: that follows from the boundary's length.
    private var length: String {
        guard let declared = message.declaredLength else { return "not declared" }
        return declared == message.bodyLength
            ? "declared as it is" : "\(declared) bytes declared, \(message.bodyLength) sent"
    }

    private func fieldTraits(_ names: [String]) -> [Trait] {
        var order: [String] = []
        var values: [String: [UInt8]] = [:]
        for (name, line) in zip(names, Self.lines(of: message.fields)) {
            if values[name] == nil {
                order.append(name)
                values[name] = Array(value(of: line, named: name))
            } else {
                values[name]? += Array(" | ".utf8) + value(of: line, named: name)
            }
        }
        return order.compactMap { name in
            guard name != "content-length", let value = values[name] else { return nil }
            return Trait(Self.subject, "field \(name)", bytes: value[...], weight(of: name))
        }
    }

    /// The value of a field; in that of Content-Type an ellipsis stands for the boundary.
    private func value(of line: FieldLine, named name: String) -> ArraySlice<UInt8> {
        guard name == "content-type", let mediaType = MediaType(message.fields), mediaType.line == line,
            let boundary = mediaType.boundaries.first
        else { return message.fields[line.value] }
        let before = message.fields[line.value.lowerBound..<boundary.value.lowerBound]
        let after = message.fields[
            boundary.value.upperBound..<max(line.value.upperBound, boundary.value.upperBound)
        ]
        return before + Array("…".utf8) + after
    }

    private func weight(of name: String) -> Difference.Weight {
        if Self.framingFields.contains(name) { return .receiversDiffer }
        return Self.cosmeticFields.contains(name) || name.hasPrefix("sec-") ? .cosmetic : .mayMatter
    }
}
