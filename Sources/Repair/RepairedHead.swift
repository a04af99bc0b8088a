import Bytes
package import Exchanges
package import Forms
import Inspection
import InspectionRules

/// The head of a request with corrected body-related fields, each at its original place, and all others as
/// sent.
package struct RepairedHead {
    /// The bytes of the head, including its blank line.
    private(set) var bytes: [UInt8]
    /// What was changed.
    private(set) var changes: [RepairChange] = []

    private let type: String
    private let framing: (name: String, value: String)
    private let keepsType: Bool
    private var isTyped = false
    private var isFramed = false
    /// Whether no field frames the body, so that one with nearly such a name was meant to.
    private let lacksFraming: Bool
    private let joinsCookies: Bool
    private var hasCookies = false

    /// Writes the head for a form in our writer's words.
    package static func bytes(of exchange: Exchange, _ request: Message, for writer: MultipartWriter)
        -> [UInt8]
    {
        let framing =
            writer.contentLength.map { ("Content-Length", "\($0)") } ?? ("Transfer-Encoding", "chunked")
        return RepairedHead(
            exchange,
            request,
            request.head.fields,
            type: writer.contentType,
            keepsType: false,
            framing: framing
        )
        .bytes
    }

    /// Writes the head for a repaired form.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - request: its request.
    ///   - fields: its fields as they were meant.
    ///   - boundary: the boundary of the form.
    ///   - isFaulty: whether something is wrong with Content-Type besides its boundary.
    ///   - length: the length of the body in bytes.
    init(
        of exchange: Exchange,
        _ request: Message,
        _ fields: FieldSection,
        _ boundary: RepairedBoundary,
        isFaulty: Bool,
        length: Int
    ) {
        let sent = MediaType(fields)
        self.init(
            exchange,
            request,
            fields,
            type: boundary.contentType,
            keepsType: !isFaulty && (sent?.isFormData ?? false)
                && sent?.declaredBoundaries == [boundary.bytes],
            framing: ("Content-Length", "\(length)")
        )
    }

    private init(
        _ exchange: Exchange,
        _ request: Message,
        _ fields: FieldSection,
        type: String,
        keepsType: Bool,
        framing: (name: String, value: String)
    ) {
        self.type = type
        self.keepsType = keepsType
        self.framing = framing
        joinsCookies = exchange.splitsCookies
        lacksFraming =
            fields.first(named: "content-length") == nil && fields.first(named: "transfer-encoding") == nil
        let version = request.head.version
        let isText = version == "HTTP/1.1" || version == "HTTP/1.0"
        let faults = request.content.faults.map(\.kind)
        let method = faults.contains(.requestLineMethod) ? exchange.method.uppercased() : exchange.method
        let root = faults.contains(.requestLineTarget) ? "/" : ""
        bytes = Array("\(method) \(root)".utf8) + RebuiltHead.encoded(exchange.target)
        bytes += Array(" \(isText ? version : "HTTP/1.1")\r\n".utf8)
        if request.http2 != nil || !isText, !version.isEmpty {
            changes.append(RepairChange("wrote the head as HTTP/1.1"))
        } else if request.head.hasStartLine, !bytes.dropLast(2).elementsEqual(request.head.startLine) {
            changes.append(RepairChange("wrote the request line as RFC 9112 §3 has it"))
        }
        for line in fields.lines { add(line, of: fields) }
        if !isTyped { insert("Content-Type", type) }
        if !isFramed { insert(framing.name, framing.value) }
        bytes += [0x0D, 0x0A]
    }

    private mutating func add(_ line: FieldLine, of fields: FieldSection) {
        let name = fields[line.name]
        guard line.colon != nil else { return drop(line, fields) }
        if name.equalsIgnoringCase("content-type") {
            if isTyped { return drop(line, fields) }
            isTyped = true
            keepsType ? copy(line, fields) : put("Content-Type", type, for: line, fields)
        } else if name.equalsIgnoringCase("content-length") || name.equalsIgnoringCase("transfer-encoding")
            || lacksFraming && MisspeltField.isContentLength(name)
        {
            if isFramed { return drop(line, fields) }
            isFramed = true
            put(framing.name, framing.value, for: line, fields)
        } else if name.equalsIgnoringCase(":authority") {
            // HTTP/2's `:authority` is Host in HTTP/1.1 (RFC 9113 §8.3.1).
            if fields.first(named: "host") == nil { write("Host", fields[line.value]) }
        } else if name.first == UInt8(ascii: ":") {
            return
        } else if name.isEmpty || !name.allSatisfy(\.isTokenCharacter) || name.equalsIgnoringCase("trailer")
            // The body is written without its content coding.
            || name.equalsIgnoringCase("content-encoding")
        {
            drop(line, fields)
        } else if joinsCookies, name.equalsIgnoringCase("cookie") {
            if !hasCookies { write(fields.text(line.name), fields.joinedCookies[...]) }
            hasCookies = true
        } else {
            copy(line, fields)
        }
    }

    /// A line that stays as it is, or is only tidied.
    private mutating func copy(_ line: FieldLine, _ fields: FieldSection) {
        let value = fields[line.value]
        let isClean =
            line.foldCount == 0 && line.ending == .crlf && line.colon == line.name.upperBound
            && line.name.lowerBound == line.range.lowerBound
            && !value.contains(where: { $0.isControl && $0 != 0x09 })
        if isClean {
            bytes += fields[line.range]
            return
        }
        if line.ending != .none {
            changes.append(RepairChange("tidied the field line `\(Self.shown(line, fields))`"))
        }
        write(fields.text(line.name), ArraySlice(value.filter { !$0.isControl || $0 == 0x09 }))
    }

    private mutating func write(_ name: String, _ value: ArraySlice<UInt8>) {
        bytes += Array("\(name): ".utf8) + value + [0x0D, 0x0A]
    }

    private mutating func insert(_ name: String, _ value: String) {
        bytes += Array("\(name): \(value)\r\n".utf8)
        changes.append(RepairChange("added `\(name): \(PrintableText.text(value.utf8, limit: 120))`"))
    }

    /// Writes a field in the place of a line, which stays where it has the same value under the name in any case.
    private mutating func put(
        _ name: String,
        _ value: String,
        for line: FieldLine,
        _ fields: FieldSection
    ) {
        let isSameField = fields.text(line.name).lowercased() == name.lowercased()
        if isSameField, fields[line.value].elementsEqual(value.utf8) { return copy(line, fields) }
        bytes += Array("\(name): \(value)\r\n".utf8)
        let new = PrintableText.text(value.utf8, limit: 120)
        let sent = Self.shown(line, fields)
        let old = PrintableText.text(fields[line.value], limit: 120)
        changes.append(
            RepairChange(
                isSameField && name == "Content-Length"
                    ? "Content-Length \(old) replaced by \(new)" : "`\(sent)` replaced by `\(name): \(new)`"
            )
        )
    }

    private mutating func drop(_ line: FieldLine, _ fields: FieldSection) {
        changes.append(RepairChange("removed the field line `\(Self.shown(line, fields))`"))
    }

    private static func shown(_ line: FieldLine, _ fields: FieldSection) -> String {
        PrintableText.text(fields[line.range].prefix { !$0.isLineBreak }, limit: 160)
    }
}
