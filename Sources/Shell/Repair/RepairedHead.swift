import Bytes
import Exchanges
import Forms

/// The head of a request with the fields that speak of its body put right, each where its like stood, and all others
/// as they were sent.
enum RepairedHead {
    /// The bytes of the head, its blank line included.
    static func bytes(of exchange: Exchange, _ request: Message, for writer: MultipartWriter) -> [UInt8] {
        let type = Array("Content-Type: \(writer.contentType)\r\n".utf8)
        let length = writer.contentLength.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked"
        let framing = Array("\(length)\r\n".utf8)
        var isTyped = false
        var isFramed = false
        var result = Array("\(exchange.method) \(exchange.target) HTTP/1.1\r\n".utf8)
        for line in request.fields.lines where line.colon != nil {
            let name = request.fields[line.name]
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
                result += request.fields[line.value].filter { !$0.isLineBreak }
                result += "\r\n".utf8
            }
        }
        if !isTyped { result += type }
        if !isFramed { result += framing }
        return result + [0x0D, 0x0A]
    }

    /// The name with which a field stays in the head; `nil` where it does not stay.
    ///
    /// What HTTP/2 calls `:authority` is Host in HTTP/1.1 (RFC 9113 §8.3.1); its other pseudo-fields are in the start
    /// line.
    private static func fieldName(_ name: ArraySlice<UInt8>, in request: Message) -> ArraySlice<UInt8>? {
        if name.equalsIgnoringCase(":authority") {
            return request.fields.first(named: "host") == nil ? Array("Host".utf8)[...] : nil
        }
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter), !name.equalsIgnoringCase("trailer"),
            // The body is written as it is read: without its coding.
            !name.equalsIgnoringCase("content-encoding")
        else { return nil }
        return name
    }
}
