import Bytes
import Exchanges
import Forms

/// The head of a request with corrected body-related fields, each at its original place, and all others as
/// sent.
enum RepairedHead {
    /// The bytes of the head, including its blank line.
    static func bytes(of exchange: Exchange, _ request: Message, for writer: MultipartWriter) -> [UInt8] {
        let type = Array("Content-Type: \(writer.contentType)\r\n".utf8)
        let length = writer.contentLength.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked"
        let framing = Array("\(length)\r\n".utf8)
        var isTyped = false
        var isFramed = false
        var result = Array("\(exchange.method) \(exchange.target) HTTP/1.1\r\n".utf8)
        for line in request.head.fields.lines where line.colon != nil {
            let name = request.head.fields[line.name]
            if name.equalsIgnoringCase("content-type") {
                if !isTyped { result += type }
                isTyped = true
            } else if name.equalsIgnoringCase("content-length")
                || name.equalsIgnoringCase("transfer-encoding")
            {
                if !isFramed { result += framing }
                isFramed = true
            } else if let name = fieldName(name, in: request) {
                result += name
                result += ": ".utf8
                result += request.head.fields[line.value].filter { !$0.isLineBreak }
                result += "\r\n".utf8
            }
        }
        if !isTyped { result += type }
        if !isFramed { result += framing }
        return result + [0x0D, 0x0A]
    }

    /// The name of a field that is kept in the head; `nil` for other fields.
    ///
    /// HTTP/2's `:authority` is Host in HTTP/1.1 (RFC 9113 §8.3.1); its other pseudo-header fields are in the
    /// start line.
    private static func fieldName(_ name: ArraySlice<UInt8>, in request: Message) -> ArraySlice<UInt8>? {
        if name.equalsIgnoringCase(":authority") {
            return request.head.fields.first(named: "host") == nil ? Array("Host".utf8)[...] : nil
        }
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter), !name.equalsIgnoringCase("trailer"),
            // The body is written without its content coding.
            !name.equalsIgnoringCase("content-encoding")
        else { return nil }
        return name
    }
}
