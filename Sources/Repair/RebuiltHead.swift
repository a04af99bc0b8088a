import Bytes
import CaptureSources
package import Exchanges
import Pipeline

/// An HTTP/1.1 head for a message without HTTP/1 bytes in the capture (RFC 9112 §3, §4).
package struct RebuiltHead {
    /// The head, including its blank line.
    package private(set) var bytes: [UInt8] = []
    /// Whether the content is sent in chunks.
    package private(set) var isChunked = false
    /// What was changed.
    package private(set) var remarks: [String] = []

    private let message: Message
    private let length: Int
    private let isResponse: Bool

    /// Builds the head of a request with `length` bytes of content.
    package init(request: Message, of exchange: Exchange, length: Int) {
        message = request
        self.length = length
        isResponse = false
        if request.http2 == nil, request.head.version.hasPrefix("HTTP/1."), request.head.startLine.isOneLine {
            bytes = request.head.startLine
        } else {
            if exchange.applicationProtocol != .http11 {
                remarks.append(
                    "\(exchange.applicationProtocol.title) is written as HTTP/1.1, without its frames"
                )
            }
            let method = exchange.method.utf8.filter(\.isTokenCharacter)
            let target = exchange.target.isEmpty ? Array("/".utf8) : Self.encoded(exchange.target)
            bytes = (method.isEmpty ? Array("GET".utf8) : method) + [0x20] + target + Array(" HTTP/1.1".utf8)
        }
        bytes += [0x0D, 0x0A]
        if request.head.fields.first(named: "host") == nil, let host = Self.host(of: exchange, request) {
            appendField(Array("Host".utf8)[...], host)
            let isNoted = request.head.fields.first(named: ":authority") == nil
            if isNoted, exchange.applicationProtocol == .http11 {
                remarks.append(
                    "Host is added from the URL, because HTTP/1.1 needs it and the source does not have it"
                )
            }
        }
        // A request without content can only have lost parts of its head.
        if exchange.fidelity < .wire { remarks.append((length > 0 ? exchange.fidelity : .heads).remark) }
        appendFields(of: exchange, mayBeFramed: length > 0 || request.head.framing != .none)
    }

    /// Builds the head of a response with `length` bytes of content.
    ///
    /// The declared length and codings are those of the content in the source, which may have been decoded.
    package init(response: Message, of exchange: Exchange, length: Int) {
        message = response
        self.length = length
        isResponse = true
        if response.http2 == nil, response.head.version.hasPrefix("HTTP/1."),
            response.head.startLine.isOneLine
        {
            bytes = response.head.startLine
        } else {
            let reason = exchange.reason.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
            bytes = Array("HTTP/1.1 \(exchange.status ?? 0) ".utf8) + reason
        }
        bytes += [0x0D, 0x0A]
        if response.head.framing != .none, response.content.representation == .text {
            remarks.append("the source holds the content as text: its bytes may not be those that were sent")
        }
        appendFields(of: exchange, mayBeFramed: holdsContent)
    }

    private mutating func appendFields(of exchange: Exchange, mayBeFramed: Bool) {
        var isFramed = false
        var cookies: [UInt8]? = message.head.fields.joinedCookies
        for line in message.head.fields.lines where line.colon != nil {
            let name = message.head.fields[line.name]
            let value = message.head.fields[line.value]
            if name.first == UInt8(ascii: ":") { continue }
            guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else {
                remarks.append("a field whose name is not a token is left out")
                continue
            }
            if name.equalsIgnoringCase("transfer-encoding") {
                isChunked = message.head.framing == .chunked
                isFramed = isFramed || isChunked
                if isResponse, !isChunked, holdsContent, exchange.fidelity < .wire {
                    remarks.append("Transfer-Encoding is left out, because the content is not in chunks")
                    continue
                }
            } else if name.equalsIgnoringCase("content-length") {
                isFramed = true
                if let remark = wrongLength(of: exchange) {
                    remarks.append(remark)
                    appendField(name, Array("\(length)".utf8)[...])
                    continue
                }
            } else if name.equalsIgnoringCase("content-encoding"), isDecoded {
                remarks.append("Content-Encoding is left out, because the source holds the content decoded")
                continue
            }
            if exchange.splitsCookies, name.equalsIgnoringCase("cookie") {
                // In HTTP/1 all cookies stand in one field (RFC 9113 §8.2.3).
                if let all = cookies.take() { appendField(name, all[...]) }
                continue
            }
            appendField(name, value)
        }
        guard !mayBeFramed || isFramed || appendFraming() else { return }
        bytes += [0x0D, 0x0A]
    }

    /// Appends a field that says where the content ends; false where nothing can be said of content.
    private mutating func appendFraming() -> Bool {
        let isAbsent = length > 0 && message.content.missingBytes == length
        if isResponse || isAbsent || message.content.completion != .captureEnded {
            remarks.append("Content-Length is added, which HTTP/1.1 needs and the source does not have")
            appendField(Array("Content-Length".utf8)[...], Array("\(length)".utf8)[...])
            return true
        }
        guard length > 0 else {
            remarks.append("its head has no end, because the source has neither the body nor its length")
            return false
        }
        remarks.append("Transfer-Encoding is added, because the source does not have the length of the body")
        appendField(Array("Transfer-Encoding".utf8)[...], Array("chunked".utf8)[...])
        isChunked = true
        return true
    }

    /// Whether there is content of known length.
    private var holdsContent: Bool {
        message.head.framing != .none
            && (message.content.completion != .captureEnded || message.content.missingBytes < length)
    }

    /// Whether the source removed codings that the fields declare.
    private var isDecoded: Bool {
        message.content.representation != .sent && holdsContent
            && !ContentCoding.names(in: message.head.fields).isEmpty
    }

    /// Why the declared length is not written; `nil` where it is.
    private func wrongLength(of exchange: Exchange) -> String? {
        guard message.head.declaredLength != length else { return nil }
        if isResponse {
            return exchange.fidelity < .wire && holdsContent
                ? "Content-Length is set to the length of the content that the source holds" : nil
        }
        // Of content that was not sent to its end, or not kept, the declared length is the one that was sent.
        return exchange.fidelity < .body && length > 0 && message.content.completion == .complete
            ? "Content-Length is set to the length of the text that the source kept" : nil
    }

    private mutating func appendField(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        bytes += name
        bytes += [0x3A, 0x20]
        if value.contains(where: Self.breaksField) {
            remarks.append("a control character in a field's value is written as a blank")
            bytes += value.map { Self.breaksField($0) ? 0x20 : $0 }
        } else {
            bytes += value
        }
        bytes += [0x0D, 0x0A]
    }

    /// Whether a byte is not allowed in a value (RFC 9110 §5.5).
    private static func breaksField(_ byte: UInt8) -> Bool { byte.isLineBreak || byte == 0 }

    /// The host of a request without Host: `:authority`, else that of the URL recorded by the source.
    ///
    /// `nil` for HTTP/1 where the source has all fields that were sent, and for HTTP/1.0, which needs none.
    private static func host(of exchange: Exchange, _ request: Message) -> ArraySlice<UInt8>? {
        if let authority = request.head.fields.value(named: ":authority") { return authority }
        switch exchange.applicationProtocol {
        case .http10: return nil
        case .http11 where !request.head.mayLackFields: return nil
        case .http11, .h2, .h2c, .h3: break
        }
        guard let url = exchange.notedURL, let slashes = url.schemeEnd else { return nil }
        let authority = url[slashes.upperBound...].prefix(before: "/?#")
        let host = authority.pieces(between: "@").last ?? authority
        return host.isEmpty ? nil : Array(host.utf8)[...]
    }

    /// The target, encoded so that no byte ends the start line.
    static func encoded(_ target: String) -> [UInt8] {
        target.utf8.flatMap { byte in
            byte <= 0x20 || byte == 0x7F
                ? Array("%\(String(byte / 16, radix: 16))\(String(byte % 16, radix: 16))".utf8) : [byte]
        }
    }
}

extension [UInt8] {
    /// Whether bytes are not empty and have no line break or NUL.
    fileprivate var isOneLine: Bool { !isEmpty && !contains { $0.isLineBreak || $0 == 0 } }
}

extension ApplicationProtocol {
    /// The protocol's name.
    var title: String {
        switch self {
        case .http10: "HTTP/1.0"
        case .http11: "HTTP/1.1"
        case .h2, .h2c: "HTTP/2"
        case .h3: "HTTP/3"
        }
    }
}

extension Fidelity {
    /// The remark where the source does not have the bytes on the wire.
    fileprivate var remark: String {
        switch self {
        case .heads: "the source holds heads alone, written anew"
        case .text: "the source holds the body as text: its bytes may not be those that were sent"
        case .body: "the source holds heads that a recorder wrote anew, and bodies without their framing"
        case .wire: "the source holds all bytes"
        }
    }
}

extension Exchange {
    /// Whether its cookies may stand in several fields, as in HTTP/2 and HTTP/3 (RFC 9113 §8.2.3).
    var splitsCookies: Bool { applicationProtocol != .http10 && applicationProtocol != .http11 }
}

extension FieldSection {
    /// The values of all Cookie fields as one, as HTTP/1 has them (RFC 9113 §8.2.3).
    var joinedCookies: [UInt8] {
        Array(lines(named: "cookie").map { self[$0.value] }.joined(separator: "; ".utf8))
    }
}
