import Bytes
import Exchanges
import Forms

/// The traits of a request's head: request line and field lines.
struct RequestHeadTraits {
    /// Fields that describe the client and its environment: they do not affect how a server reads a form.
    private static let cosmeticFields: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection",
        "date",
        "dnt", "host", "keep-alive", "pragma", "priority", "proxy-connection", "te", "traceparent",
        "upgrade-insecure-requests", "user-agent", "x-request-id",
    ]

    /// Fields that make a server or an intermediary treat the request differently, and how.
    private static let telling: [String: String] = [
        "content-encoding": "few servers take a coding off a request's body",
        "expect":
            "a server that does not answer 100 (Continue) delays the body, and some refuse the request with 417",
        "upgrade": "a server that knows the protocol answers 101 (Switching Protocols) instead of reading on",
    ]

    /// Connection-specific fields, which HTTP/2 does not have (RFC 9113 §8.2.2).
    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "upgrade", "http2-settings",
    ]

    /// Fields whose difference follows from a difference in framing.
    private static let framingFields: Set<String> = ["content-length", "transfer-encoding", "trailer"]

    private let request: ComparedRequest
    private let message: Message
    /// The field lines without the pseudo-header fields of HTTP/2, which correspond to the request line.
    private let lines: [FieldLine]
    /// Their names, in lowercase and as sent.
    private let names: [(folded: String, sent: String)]

    /// Reads one request; `nil` where it has no head.
    init?(_ request: ComparedRequest) {
        guard let message = request.exchange.request,
            message.head.framing != .bare || message.head.hasStartLine
        else {
            return nil
        }
        self.request = request
        self.message = message
        let fields = message.head.fields
        lines = fields.lines.filter { fields[$0.name].first != UInt8(ascii: ":") }
        names = lines.map { line in
            let name = fields[line.name]
            return (PrintableText.text(name.map(\.lowercased)), PrintableText.text(name))
        }
    }

    /// Whether the source has the lines as sent, not rewritten.
    private var isExact: Bool { request.exchange.fidelity == .wire }

    /// The field names in order, in lowercase; `nil` where the source does not preserve the order.
    var order: [String]? { isExact ? names.map(\.folded) : nil }

    /// The names of pseudo-header fields in order (RFC 9113 §8.3.1); `nil` where they are not known.
    var pseudoOrder: [String]? {
        guard request.isMultiplexed, isExact else { return nil }
        return message.head.fields.lines.map { PrintableText.text(message.head.fields[$0.name]) }.filter {
            $0.hasPrefix(":")
        }
    }

    /// The field names in lowercase and as sent; `nil` where the case is not the client's choice.
    var spelling: [(folded: String, sent: String)]? { isExact && !request.isMultiplexed ? names : nil }

    /// The traits of the request line.
    var lineTraits: [Trait] {
        let target = ParsedTarget(request.exchange.target)
        let form = Trait(
            .requestLine,
            "form of the target",
            target.form,
            .mayMatter,
            remark: "a client writes the whole URL to a proxy, and path and query to a server"
        )
        return [
            Trait(.requestLine, "method", PrintableText.text(request.exchange.method), .mayMatter),
            Trait(.requestLine, "target", PrintableText.text(target.resource, limit: 400), .mayMatter),
            // HTTP/2 has only pseudo-header fields, and a log may rewrite the form.
            isExact && !request.isMultiplexed ? form : form.unknown(),
            Trait(.requestLine, "version", version, .mayMatter),
        ]
    }

    /// Whether all field lines are known: the capture has no gap in them.
    var isWhole: Bool { message.head.isWhole }

    /// The traits of the field lines, except their order and spelling.
    var traits: [Trait] {
        var traits = fieldTraits
        let colons = Trait(.head, "between name and value", separators, .cosmetic)
        let endings = Trait(
            .head,
            "lines end in",
            LineEnding.list([message.head.startLineEnding] + lines.map(\.ending)),
            .receiversDiffer
        )
        for trait in [colons, endings] {
            traits.append(isExact && !request.isMultiplexed ? trait : trait.unknown())
        }
        return traits
    }

    /// The version in one notation for all sources: a log may say `HTTP/2.0`, or nothing.
    private var version: String {
        switch request.exchange.applicationProtocol {
        case .h2, .h2c: "HTTP/2"
        case .h3: "HTTP/3"
        case .http10, .http11:
            message.head.version.isEmpty ? "HTTP/1.1" : PrintableText.text(message.head.version)
        }
    }

    /// The separators between names and values, each kind once.
    private var separators: String {
        message.head.fields.separators(of: lines)
    }

    private var fieldTraits: [Trait] {
        var order: [String] = []
        var values: [String: [UInt8]] = [:]
        for (name, line) in zip(names.map(\.folded), lines) where !Self.framingFields.contains(name) {
            if values[name] == nil {
                order.append(name)
                values[name] = Array(value(of: line, named: name))
            } else {
                values[name]? += Array(" | ".utf8) + value(of: line, named: name)
            }
        }
        var traits = order.compactMap { name in
            values[name].map { field(name, $0[...]) }
        }
        guard request.isMultiplexed else { return traits }
        if values["host"] == nil, let authority = request.exchange.authority {
            traits.append(field("host", Array(authority.utf8)[...]))
        }
        return traits.filter { !Self.connectionFields.contains($0.key.name.replacing("field ", with: "")) }
            + Self.connectionFields.sorted().map { field($0, []).unknown("not in HTTP/2") }
    }

    private func field(_ name: String, _ value: ArraySlice<UInt8>) -> Trait {
        guard name == "expect", request.exchange.informational.contains(100) else {
            return Trait(.head, "field \(name)", bytes: value, weight(of: name), remark: Self.telling[name])
        }
        let remark = "the server answered 100 (Continue), as the field asks for"
        return Trait(.head, "field \(name)", bytes: value, .cosmetic, remark: remark)
    }

    /// The value of a field; in Content-Type an ellipsis replaces the boundary.
    private func value(of line: FieldLine, named name: String) -> ArraySlice<UInt8> {
        guard name == "content-type", let type = MediaType(message.head.fields), type.line == line else {
            return message.head.fields[line.value]
        }
        return type.valueWithoutBoundary(in: message.head.fields)
    }

    private func weight(of name: String) -> Difference.Weight {
        if Self.telling[name] != nil { return .receiversDiffer }
        return Self.cosmeticFields.contains(name) || name.hasPrefix("sec-") ? .cosmetic : .mayMatter
    }
}

extension MediaType {
    /// The value with an ellipsis in place of the boundary and its quotes.
    func valueWithoutBoundary(in section: FieldSection) -> ArraySlice<UInt8> {
        guard let boundary = boundaries.first, let equals = boundary.equals else {
            return section[line.value]
        }
        let end = max(boundary.range.upperBound, equals + 1)
        return section[line.value.lowerBound...equals] + Array("…".utf8)
            + section[end..<max(line.value.upperBound, end)]
    }
}

extension FieldSection {
    /// The section's bytes in a closed range of offsets.
    fileprivate subscript(_ range: ClosedRange<Int>) -> ArraySlice<UInt8> {
        self[range.lowerBound..<(range.upperBound + 1)]
    }

    /// The separators between names and values of lines that have both, each kind once, in quotation marks.
    func separators(of lines: [FieldLine]) -> String {
        var kinds: [String] = []
        for line in lines where line.colon != nil && !line.value.isEmpty {
            let between = self[line.name.upperBound..<line.value.lowerBound]
            let kind = "\"\(PrintableText.text(between, limit: 40))\""
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds.joined(separator: ", ")
    }
}
