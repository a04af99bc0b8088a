/// Frames of HTTP/2 as bytes, for tests (RFC 9113 §4.1).
enum HTTP2Bytes {
    /// The client's connection preface, and settings that change nothing.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + settings()

    /// Any frame.
    static func frame(_ type: UInt8, flags: UInt8 = 0, stream: Int = 0, _ payload: [UInt8] = []) -> [UInt8] {
        let length = payload.count
        return [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, flags]
            + [24, 16, 8, 0].map { UInt8(stream >> $0 & 0xFF) } + payload
    }

    /// DATA, padded where `padding` is given.
    static func data(_ text: String, stream: Int, ends: Bool = false, padding: Int? = nil) -> [UInt8] {
        let content = Array(text.utf8)
        let payload = padding.map { [UInt8($0)] + content + [UInt8](repeating: 0, count: $0) } ?? content
        return frame(0, flags: (ends ? 1 : 0) | (padding == nil ? 0 : 8), stream: stream, payload)
    }

    /// HEADERS with a whole block.
    static func headers(_ lines: [String], stream: Int, ends: Bool = false) -> [UInt8] {
        frame(1, flags: (ends ? 1 : 0) | 4, stream: stream, block(lines))
    }

    /// The usual request for an upload, of `length` bytes where that is given.
    static func post(_ path: String, stream: Int, length: Int? = nil, more: [String] = []) -> [UInt8] {
        headers(
            [
                ":method: POST", ":scheme: http", ":authority: h", ":path: \(path)",
                "content-type: multipart/form-data; boundary=B",
            ] + (length.map { ["content-length: \($0)"] } ?? []) + more,
            stream: stream
        )
    }

    /// RST_STREAM.
    static func reset(_ stream: Int, code: UInt8) -> [UInt8] {
        frame(3, stream: stream, [0, 0, 0, code])
    }

    /// GOAWAY, with data for debugging.
    static func goAway(_ last: UInt8, code: UInt8 = 0) -> [UInt8] {
        frame(7, [0, 0, 0, last, 0, 0, 0, code] + Array("late".utf8))
    }

    /// SETTINGS of one parameter, or none.
    static func settings(_ identifier: UInt8? = nil, _ value: Int = 0) -> [UInt8] {
        frame(4, identifier.map { [0, $0] + [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } } ?? [])
    }

    /// A header block of literals that are not indexed.
    static func block(_ lines: [String]) -> [UInt8] {
        lines.flatMap { line in
            let colon = line.dropFirst().firstIndex(of: ":") ?? line.endIndex
            return [0] + string(line[..<colon]) + string(line[colon...].dropFirst(2))
        }
    }

    private static func string(_ text: Substring) -> [UInt8] {
        let bytes = Array(text.utf8)
        return bytes.count < 127 ? [UInt8(bytes.count)] + bytes : [127] + integer(bytes.count - 127) + bytes
    }

    private static func integer(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 0x7F | 0x80)] + integer(value >> 7)
    }
}
