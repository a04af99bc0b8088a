import Bytes
import CaptureSources

extension Message {
    /// A request whose head a log took apart: written out as HTTP/1.1 would write it, so that offsets have a meaning.
    init(_ head: LoggedRequest) {
        let start = [head.method, head.target, head.version].filter { !$0.isEmpty }.joined(separator: " ")
        self.init(startLine: start, version: head.version, head.fields)
        trailers = FieldSection(head.trailers, base: 0)
        let framing = FramingFields(fields)
        declaredLength = framing.declaredLength
        set(head.content, framing: framing.ofRequest.framing)
    }

    /// A response whose head a log took apart.
    init(_ head: LoggedResponse, method: String) {
        let start = [head.version, "\(head.status)", head.reason].filter { !$0.isEmpty }
        self.init(startLine: start.joined(separator: " "), version: head.version, head.fields)
        representation = head.representation
        let framing = FramingFields(fields)
        declaredLength = framing.declaredLength
        let expected = framing.ofResponse(status: head.status, method: method).framing
        switch head.content {
        // The fields tell of what a response of this kind does not have (RFC 9112 §6.3).
        case .absent where expected == .none: break
        case .none, .kept, .counted: set(.kept, framing: expected)
        case .absent: set(head.content, framing: expected)
        }
        if expected == .none { self.framing = .none }
    }

    private init(startLine: String, version: String, _ fields: [LoggedField]) {
        self.init()
        self.startLine = Array(startLine.utf8)
        self.version = version
        let base = self.startLine.count + 2
        self.fields = FieldSection(fields, base: base)
        contentStart = base + self.fields.bytes.count + 2
    }

    private mutating func set(_ content: LoggedContent, framing: MessageFraming) {
        switch content {
        case .none: self.framing = .none
        case _ where version.hasPrefix("HTTP/2") || version.hasPrefix("HTTP/3"): self.framing = .h2Data
        case _ where framing == .none: self.framing = .bare
        default: self.framing = framing
        }
        switch content {
        case .none, .kept, .counted: break
        case .absent(let length):
            addContent(length ?? declaredLength ?? 0)
            missingBytes = bodyLength
            completion = .captureEnded
        }
    }

    /// Counts bytes of content.
    mutating func addContent(_ length: Int) {
        bodyLength = bodyLength.addingReportingOverflow(length).overflow ? Int.max : bodyLength + length
        wireLength = bodyLength
        bodyShift.append(length: length, value: contentStart)
    }
}

extension FieldSection {
    /// The field lines of a log, written out one a line.
    ///
    /// Each is one line whatever bytes it has: what stands in a value cannot make another field.
    init(_ fields: [LoggedField], base: Int) {
        var bytes: [UInt8] = []
        var lines: [FieldLine] = []
        lines.reserveCapacity(fields.count)
        for field in fields {
            let start = base + bytes.count
            bytes += field.name
            bytes += [UInt8(ascii: ":"), UInt8(ascii: " ")]
            bytes += field.value
            bytes += [0x0D, 0x0A]
            let colon = start + field.name.count
            lines.append(
                FieldLine(
                    range: start..<(base + bytes.count),
                    name: start..<colon,
                    colon: colon,
                    value: (colon + 2)..<(base + bytes.count - 2),
                    ending: .crlf,
                    foldCount: 0
                )
            )
        }
        self.init(bytes: bytes, base: base, lines: lines)
    }
}
