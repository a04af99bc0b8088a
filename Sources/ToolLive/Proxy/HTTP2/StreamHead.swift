import Bytes
import Exchanges
import NIOHPACK

/// The head of a message as HTTP/2 has it, written as HTTP/1.1, and the other way around (RFC 9113 §8.2, §8.3).
enum StreamHead {
    /// A head of HTTP/1.1.
    struct Text {
        /// Its bytes, with the blank line.
        var bytes: [UInt8]
        /// Whether its content has the chunked coding.
        var isChunked: Bool
    }

    /// The fields that are about one connection of HTTP/1, and that HTTP/2 must not have (RFC 9113 §8.2.2).
    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    ]
    /// The fields that HTTP/2 writes otherwise, or that the proxy answers itself.
    private static let requestFields: Set<String> = ["host", "expect"]

    // MARK: HTTP/2 to HTTP/1.1

    /// Writes the head of a request; `nil` where HTTP/1.1 cannot say what it says.
    ///
    /// - Parameters:
    ///   - headers: the fields.
    ///   - hasContent: whether DATA frames may follow.
    /// - Returns: the head.
    static func request(_ headers: HPACKHeaders, hasContent: Bool) -> Text? {
        guard let method = headers.first(name: ":method"), let path = headers.first(name: ":path"),
            let authority = headers.first(name: ":authority") ?? headers.first(name: "host"),
            method != "CONNECT", !method.isEmpty, method.utf8.allSatisfy(\.isTokenCharacter),
            isVisible(path), isVisible(authority)
        else { return nil }
        var bytes = Array("\(method) \(path) HTTP/1.1\r\nhost: \(authority)\r\n".utf8)
        // One field of HTTP/2 for each cookie is one field in all (RFC 9113 §8.2.3).
        let cookies = headers.filter { $0.name == "cookie" }.map(\.value).joined(separator: "; ")
        var hasCookies = false
        for (name, value, _) in headers where !name.hasPrefix(":") && !requestFields.contains(name) {
            if name == "cookie" {
                guard !hasCookies else { continue }
                hasCookies = true
                guard append(name, cookies, to: &bytes) else { return nil }
            } else if !append(name, value, to: &bytes) {
                return nil
            }
        }
        let isChunked = hasContent && !headers.contains(name: "content-length")
        return Text(bytes: ending(bytes, isChunked: isChunked), isChunked: isChunked)
    }

    /// Writes the head of a response; `nil` where HTTP/1.1 cannot say what it says.
    ///
    /// - Parameters:
    ///   - headers: the fields.
    ///   - isBodiless: whether the request is HEAD.
    /// - Returns: the head.
    static func response(_ headers: HPACKHeaders, isBodiless: Bool) -> Text? {
        guard let status = headers.first(name: ":status"), status.utf8.count == 3,
            status.utf8.allSatisfy(\.isDigit)
        else { return nil }
        var bytes = Array("HTTP/1.1 \(status) \r\n".utf8)
        for (name, value, _) in headers where !name.hasPrefix(":") {
            guard append(name, value, to: &bytes) else { return nil }
        }
        // These have no content, whatever their fields say (RFC 9112 §6.3).
        let hasNone = isBodiless || status.hasPrefix("1") || status == "204" || status == "304"
        // Chunks, even where a length is declared: trailers may follow. They come off again before the client.
        let isChunked = !hasNone
        return Text(bytes: ending(bytes, isChunked: isChunked), isChunked: isChunked)
    }

    /// Writes a trailer section, with the last chunk before it.
    static func trailers(_ headers: HPACKHeaders?) -> [UInt8] {
        var bytes = Array("0\r\n".utf8)
        for (name, value, _) in headers ?? [:] where !name.hasPrefix(":") {
            // A field that HTTP/1.1 cannot have is left out: the message is complete without its trailers.
            _ = append(name, value, to: &bytes)
        }
        return bytes + [0x0D, 0x0A]
    }

    /// Writes a field; false where it would end its line, or begin another one.
    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) -> Bool {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter),
            !value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 })
        else { return false }
        if connectionFields.contains(name) { return true }
        bytes += "\(name): \(value)\r\n".utf8
        return true
    }

    private static func ending(_ bytes: [UInt8], isChunked: Bool) -> [UInt8] {
        bytes + (isChunked ? "transfer-encoding: chunked\r\n\r\n" : "\r\n").utf8
    }

    private static func isVisible(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    // MARK: HTTP/1.1 to HTTP/2

    /// The fields of a request in a client's style; `nil` where its start line is not one.
    static func request(_ head: MessageHead, scheme: String, _ style: RequestStyle) -> HPACKHeaders? {
        let words = head.startLine.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count > 1 else { return nil }
        let host = head.fields.value(named: "host") ?? []
        let pseudoFields = [
            ":method": text(words[0]), ":scheme": scheme, ":authority": text(host), ":path": text(words[1]),
        ]
        var headers = HPACKHeaders()
        for name in style.pseudoFields { headers.add(name: name, value: pseudoFields[name] ?? "") }
        append(head.fields, to: &headers, isRequest: true, splitsCookies: style.splitsCookies)
        return headers
    }

    /// The fields of a response; `nil` where it has no status.
    static func response(_ head: MessageHead) -> HPACKHeaders? {
        guard let status = ResponseLine(head).status else { return nil }
        var headers: HPACKHeaders = [":status": "\(status)"]
        append(head.fields, to: &headers, isRequest: false)
        return headers
    }

    /// The fields of a trailer section; `nil` for none.
    static func trailers(_ fields: FieldSection) -> HPACKHeaders? {
        guard !fields.lines.isEmpty else { return nil }
        var headers = HPACKHeaders()
        append(fields, to: &headers, isRequest: false)
        return headers
    }

    private static func append(
        _ fields: FieldSection,
        to headers: inout HPACKHeaders,
        isRequest: Bool,
        splitsCookies: Bool = false
    ) {
        // What Connection names is about the connection too (RFC 9110 §7.6.1).
        var dropped = connectionFields
        if isRequest { dropped.formUnion(requestFields) }
        for line in fields.lines(named: "connection") {
            let names = text(fields[line.value]).lowercased().split(separator: ",")
            dropped.formUnion(names.map { $0.filter { $0 != " " && $0 != "\t" } })
        }
        for line in fields.lines where line.colon != nil {
            let name = text(fields[line.name]).lowercased()
            let value = fields[line.value]
            guard !dropped.contains(name), name != "te" || value.equalsIgnoringCase("trailers") else {
                continue
            }
            // A folded value is one line (RFC 9112 §5.2).
            let unfolded = value.map { $0 == 0x0D || $0 == 0x0A ? UInt8(ascii: " ") : $0 }
            let written = String(decoding: unfolded, as: UTF8.self)
            guard splitsCookies, name == "cookie" else {
                headers.add(name: name, value: written)
                continue
            }
            for cookie in written.split(separator: "; ") { headers.add(name: name, value: String(cookie)) }
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
