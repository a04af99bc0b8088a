import Bytes
import Exchanges
import Forms
import Pipeline

/// A run of bytes that a page shows, with its nodes and gaps.
///
/// The script receives it as `{"place", "title", "start", "length", "pieces": [[offset, base64]], "missing":
/// [[from, to]], "nodes": [[tint, label, from, to, part]]}`; offsets are absolute in the space of the place.
struct BlockData {
    /// The number of parts that are named individually.
    static let namedParts = 400
    /// The number of bytes of a head that are shown: servers accept 8 to 64 KiB.
    private static let headLimit = 64 * 1024

    private var place: String
    private var title: String
    private var range: Range<Int>
    private var pieces: [(offset: Int, bytes: ArraySlice<UInt8>)]
    private var missing: [Range<Int>] = []
    private var nodes: [JSONValue] = []

    /// The head of a request, at most `limit` bytes of it; `nil` where the source has none.
    init?(head exchange: Exchange, limit: Int) {
        guard let request = exchange.request else { return nil }
        let isBare = request.head.framing == .bare && !request.head.hasStartLine
        let title = isBare ? "Content-Type as given" : "Request head"
        self.init(request, place: "head", title: title, startLine: "request line", limit: limit)
    }

    /// The head of a response, limited like that of a request; `nil` where the source has none.
    init?(responseHead exchange: Exchange) {
        guard let response = exchange.response else { return nil }
        self.init(
            response,
            place: "response",
            title: "Response head",
            startLine: "status line",
            limit: Self.headLimit
        )
    }

    private init?(_ message: Message, place: String, title: String, startLine: String, limit: Int) {
        guard let head = HeadLayout(message) else { return nil }
        self.place = place
        // Its line breaks are not on the wire.
        self.title = message.http2 == nil ? title : "\(title), decoded from HPACK"
        range = head.base..<(head.base + head.bytes.count)
        pieces = [(head.base, head.bytes.prefix(limit))]
        if !head.startLine.isEmpty { add("", startLine, head.startLine) }
        for field in message.head.fields.lines {
            add("", name(of: field, in: message.head.fields), head.range(of: field))
        }
    }

    /// The body with a form.
    init(body form: Form, extract: BodyExtract) {
        place = "body"
        title = "Body"
        range = 0..<form.length
        pieces = extract.pieces
        missing = form.gaps
        var rest: Range<Int>?
        for node in form.nodes {
            if let part = node.part, part > Self.namedParts {
                rest = (rest?.lowerBound ?? node.range.lowerBound)..<node.range.upperBound
                continue
            }
            if let others = rest {
                add("", Self.others(form), others)
                rest = nil
            }
            if node.kind == .header, let part = node.part, part <= form.parts.count {
                add(linesOf: form.parts[part - 1].header, part: part)
            } else {
                add(node.tint, node.words, node.range, part: node.part)
            }
        }
        if let rest { add("", Self.others(form), rest) }
    }

    /// The first bytes of a body without a form, at most `limit`; `nil` where none were kept.
    init?(opening inspected: InspectedExchange, limit: Int) {
        guard !inspected.opening.isEmpty else { return nil }
        place = "body"
        title = "Body, which is not a form"
        let framed = inspected.exchange.request?.content.bodyLength ?? 0
        let length = inspected.decoding.map { $0.isDecoded ? $0.decodedLength : framed } ?? framed
        range = 0..<max(length, inspected.opening.count)
        pieces = [(0, inspected.opening.prefix(limit))]
    }

    /// The number of bytes shown.
    var byteCount: Int { pieces.reduce(0) { $0 + $1.bytes.count } }

    /// How many bytes after the body are shown.
    private static let shownExcess = 1024

    /// Bytes that the client sent after the body and that are not a message; `nil` where there are none.
    init?(excessOf exchange: Exchange) {
        guard let request = exchange.request, !request.content.excess.isEmpty else { return nil }
        let start = request.end
        place = "wire"
        title = "Sent after the body"
        let excess = request.content.excess.prefix(Self.shownExcess)
        range = start..<(start + excess.count)
        pieces = [(start, excess)]
        add("stray", "bytes after the body", range)
    }

    /// The blocks of a request, in order.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - form: the form in its body.
    ///   - bodyLimit: the number of bytes of the body to show, besides the bytes around findings.
    ///   - findings: the offsets of findings in the body.
    ///   - shownBytes: increased by the number of bytes of the body that are shown.
    /// - Returns: head, body, and bytes after it, as far as they are known.
    static func all(
        of exchange: Exchange,
        _ form: Form?,
        bodyLimit: Int,
        around findings: [Int],
        shownBytes: inout Int
    ) -> [BlockData] {
        var blocks: [BlockData] = []
        if let head = BlockData(head: exchange, limit: headLimit) { blocks.append(head) }
        if let form {
            let extract = BodyExtract(form.kept, limit: bodyLimit, around: findings)
            shownBytes += extract.byteCount
            blocks.append(BlockData(body: form, extract: extract))
        }
        if let excess = BlockData(excessOf: exchange) { blocks.append(excess) }
        return blocks
    }

    /// The data for the script.
    var value: JSONValue {
        [
            "place": .string(place),
            "title": .string(title),
            "start": .integer(range.lowerBound),
            "length": .integer(range.count),
            "pieces": .array(pieces.map { [.integer($0.offset), .string(ByteText.base64($0.bytes))] }),
            "missing": .array(missing.map { [.integer($0.lowerBound), .integer($0.upperBound)] }),
            "nodes": .array(nodes),
        ]
    }

    private mutating func add(_ tint: String, _ label: String, _ range: Range<Int>, part: Int? = nil) {
        let shown = range.clamped(to: self.range)
        guard !shown.isEmpty else { return }
        nodes.append([
            .string(tint), .string(label), .integer(shown.lowerBound), .integer(shown.upperBound),
            JSONValue(part),
        ])
    }

    private mutating func add(linesOf header: FieldSection, part: Int) {
        var end = header.base
        for line in header.lines {
            // Blank or malformed bytes between lines belong to the header too.
            if line.range.lowerBound > end {
                add("header", "header bytes", end..<line.range.lowerBound, part: part)
            }
            add("header", name(of: line, in: header), line.range, part: part)
            end = line.range.upperBound
        }
        if end < header.range.upperBound {
            add("header", "header bytes", end..<header.range.upperBound, part: part)
        }
    }

    private func name(of line: FieldLine, in section: FieldSection) -> String {
        let name = PrintableText.text(section[line.name], limit: 80)
        return line.colon == nil ? "line without colon: \(name)" : name
    }

    private static func others(_ form: Form) -> String {
        "parts \(namedParts + 1) to \(Quantity.grouped(form.partCount))"
    }
}

extension FormNode {
    /// The colour class of its bytes.
    fileprivate var tint: String {
        switch kind {
        case .lead, .delimiter, .padding, .delimiterEnd, .close, .closeEnd, .cutDelimiter: "delimiter"
        case .header, .blankLine: "header"
        case .content: ""
        case .preamble, .junk, .epilogue, .other: "stray"
        }
    }
}
