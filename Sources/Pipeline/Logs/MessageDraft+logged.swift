import Bytes
import CaptureSources
import Exchanges

extension MessageDraft {
    /// A request whose head a log took apart: written out as HTTP/1.1 would write it, so that offsets have a meaning.
    init(_ request: LoggedRequest) {
        let start = [request.method, request.target, request.version].filter { !$0.isEmpty }
        self.init(startLine: start.joined(separator: " "), version: request.version, request.fields)
        head.mayLackFields = request.mayLackFields
        head.hasGap = request.isCutOff
        content.trailers = FieldSection(request.trailers, base: 0)
        content.representation = request.representation
        let framing = FramingFields(head.fields)
        head.declaredLength = framing.declaredLength
        set(request.content, framing: framing.ofRequest.framing)
    }

    /// A response whose head a log took apart.
    init(_ response: LoggedResponse, method: String) {
        let start = [response.version, "\(response.status)", response.reason].filter { !$0.isEmpty }
        self.init(startLine: start.joined(separator: " "), version: response.version, response.fields)
        content.representation = response.representation
        let framing = FramingFields(head.fields)
        head.declaredLength = framing.declaredLength
        let expected = framing.ofResponse(status: response.status, method: method).framing
        switch response.content {
        // The fields may declare what a response of this kind does not have (RFC 9112 §6.3).
        case .absent where expected == .none: break
        case .none, .kept, .counted: set(.kept, framing: expected)
        case .absent: set(response.content, framing: expected)
        }
        if expected == .none { head.framing = .none }
    }

    private init(startLine: String, version: String, _ fields: [LoggedField]) {
        self.init()
        head.startLine = Array(startLine.utf8)
        head.version = version
        let base = head.startLine.count + 2
        head.fields = FieldSection(fields, base: base)
        head.contentStart = base + head.fields.bytes.count + 2
    }

    private mutating func set(_ logged: LoggedContent, framing: MessageFraming) {
        switch logged {
        case .none: head.framing = .none
        case _ where head.version.hasPrefix("HTTP/2") || head.version.hasPrefix("HTTP/3"):
            head.framing = .h2Data
        case _ where framing == .none: head.framing = .bare
        default: head.framing = framing
        }
        switch logged {
        case .none, .kept, .counted: break
        case .absent(let length):
            addContent(length ?? head.declaredLength ?? 0)
            content.missingBytes = content.bodyLength
            content.completion = .captureEnded
        }
    }

    /// Counts bytes of content.
    mutating func addContent(_ length: Int) {
        let (sum, overflow) = content.bodyLength.addingReportingOverflow(length)
        content.bodyLength = overflow ? Int.max : sum
        content.wireLength = content.bodyLength
        arrival.bodyShift.append(length: length, value: head.contentStart)
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
