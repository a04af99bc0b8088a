import TestSupport

/// A way in which forms are sent, to be captured and damaged.
enum LossTransport: String, CaseIterable, Sendable {
    /// HTTP/1.1 with Content-Length.
    case length
    /// HTTP/1.1 in chunks.
    case chunked
    /// Two uploads on one connection, the second one cut into segments elsewhere.
    case keepAlive
    /// HTTP/1.0 that ends with the connection's end.
    case close
    /// HTTP/2 without TLS.
    case http2

    /// The capture of a form that is sent in this way.
    func capture(of form: ConformingForm) -> [UInt8] {
        switch self {
        case .length: written(segments(head("Content-Length: \(form.body.count)", form) + form.body, 3))
        case .chunked: written(segments(head("Transfer-Encoding: chunked", form) + Self.chunks(form.body), 3))
        case .keepAlive:
            written(
                segments(head("Content-Length: \(form.body.count)", form) + form.body, 2)
                    + segments(head("Content-Length: \(form.body.count)", form) + form.body, 3)
            )
        case .close:
            written(segments(head("Content-Length: \(form.body.count)", form, version: "1.0") + form.body, 2))
        case .http2: written(Self.frames(form))
        }
    }

    private func written(_ messages: [(isFromClient: Bool, bytes: [UInt8])]) -> [UInt8] {
        WrittenCapture.bytes(messages)
    }

    private func head(_ framing: String, _ form: ConformingForm, version: String = "1.1") -> [UInt8] {
        Array(
            """
            POST /u HTTP/\(version)\r\nHost: example.com\r\nUser-Agent: x/1\r\nAccept: */*\r\n\(framing)\r\n\
            Content-Type: \(form.contentType)\r\n\r\n
            """.utf8
        )
    }

    /// A request in segments of about equal length, and its response.
    private func segments(_ request: [UInt8], _ count: Int) -> [(isFromClient: Bool, bytes: [UInt8])] {
        let size = (request.count + count - 1) / count
        let pieces = stride(from: 0, to: request.count, by: size).map {
            Array(request[$0..<min($0 + size, request.count)])
        }
        let response = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
        return pieces.map { (true, $0) } + [(false, response)]
    }

    private static func chunks(_ body: [UInt8]) -> [UInt8] {
        let pieces = stride(from: 0, to: body.count, by: 200).map { body[$0..<min($0 + 200, body.count)] }
        return pieces.reduce(into: []) { bytes, piece in
            bytes += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [0x0D, 0x0A]
        } + Array("0\r\n\r\n".utf8)
    }

    /// Three streams of HTTP/2: settings, and uploads in frames of DATA (RFC 9113 §6).
    private static func frames(_ form: ConformingForm) -> [(isFromClient: Bool, bytes: [UInt8])] {
        var messages: [(isFromClient: Bool, bytes: [UInt8])] = [
            (true, Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4)), (false, frame(4)),
            (true, frame(4, flags: 1)), (false, frame(4, flags: 1)),
        ]
        for stream in [1, 3] {
            let fields = [
                (":method", "POST"), (":scheme", "http"), (":authority", "example.com"), (":path", "/u"),
                ("user-agent", "x/1"), ("content-type", form.contentType),
                ("content-length", "\(form.body.count)"),
            ]
            let half = form.body.count / 2
            messages += [
                (
                    true,
                    frame(1, flags: 4, stream, block(fields)) + frame(0, stream, Array(form.body[..<half]))
                ),
                (true, frame(0, flags: 1, stream, Array(form.body[half...]))),
                (false, frame(1, flags: 5, stream, block([(":status", "200")]))),
            ]
        }
        return messages
    }

    private static func frame(_ type: UInt8, flags: UInt8 = 0, _ stream: Int = 0, _ payload: [UInt8] = [])
        -> [UInt8]
    {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), type, flags, 0, 0, 0, UInt8(stream)]
            + payload
    }

    /// Literal field lines that are added to the dynamic table (RFC 7541 §6.2.1), as clients send them.
    private static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { [0x40] + string($0.0) + string($0.1) }
    }

    private static func string(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return (bytes.count < 127 ? [UInt8(bytes.count)] : [127, UInt8(bytes.count - 127)]) + bytes
    }
}
