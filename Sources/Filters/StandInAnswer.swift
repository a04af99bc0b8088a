package import Bytes

/// The answer to a request that a rule blocks, in place of the server's.
///
/// Its status is 200, as that of the resources that browsers' filters and blocking name servers put in the place of
/// others: on any other status scripts raise errors, and images are shown as broken. A WebSocket alone is refused, since
/// its handshake has no harmless answer. The body fits what was asked for, is never empty, as clients take an empty one
/// for a fault, and is never stored, so that a rule that is taken out no longer has an effect.
package struct StandInAnswer: Hashable, Sendable {
    /// A field line of the answer.
    package struct Field: Hashable, Sendable {
        /// The name, in lowercase.
        package let name: String
        /// The value.
        package let value: String
    }

    /// The status code.
    package let status: Int
    /// The fields, Content-Length included, in their order.
    package let fields: [Field]
    /// What Content-Length counts.
    package let content: StandInContent
    private let hasBody: Bool

    /// The bytes after the head: the content, unless the method is HEAD.
    package var body: [UInt8] { hasBody ? content.bytes : [] }

    /// Makes the answer to a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - requestFields: its fields, for what a page on another site must be allowed (CORS).
    ///   - rule: the rule that blocks it.
    ///   - isShown: whether the page is to show what was blocked, rather than look as if it was never there.
    package init(
        to request: borrowing FilterRequest,
        fields requestFields: FieldSection,
        blockedBy rule: FilterRule,
        isShown: Bool
    ) {
        status = request.kind == .websocket ? 403 : 200
        content = StandInContent(
            for: request.kind,
            accepting: requestFields.value(named: "accept") ?? [],
            blockedBy: rule,
            isShown: isShown
        )
        hasBody = request.method != Array("HEAD".utf8)
        var fields = [
            Field(name: "content-type", value: content.type),
            Field(name: "content-length", value: "\(content.bytes.count)"),
            Field(name: "cache-control", value: "no-store"),
            Field(name: ProxyStatus.name, value: Self.proxyStatus(rule, isShown: isShown)),
            // A page that isolates itself loads nothing from elsewhere without this.
            Field(name: "cross-origin-resource-policy", value: "cross-origin"),
        ]
        fields += ResourceSharing.fields(for: requestFields).map { Field(name: $0.name, value: $0.value) }
        self.fields = fields
    }

    /// The head of the answer in HTTP/1.1, with the blank line at its end.
    ///
    /// - Parameter closing: whether the connection is closed after it.
    /// - Returns: the bytes.
    package func head(closing: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(status == 200 ? "OK" : "Forbidden")\r\n"
        for field in fields { head += "\(field.name.capitalizedWords): \(field.value)\r\n" }
        if closing { head += "Connection: close\r\n" }
        return Array((head + "\r\n").utf8)
    }

    /// The field section of the answer in HTTP/2, `:status` first.
    package var http2Fields: [Field] { [Field(name: ":status", value: "\(status)")] + fields }

    /// The rule is named in the recording, and the file that it is from only where the page may know it.
    private static func proxyStatus(_ rule: FilterRule, isShown: Bool) -> String {
        let name = isShown ? "\(rule)" : String(decoding: rule.text, as: UTF8.self)
        return ProxyStatus.value(.denied, "blocked by \(name)")
    }
}

extension String {
    /// The name of a field as HTTP/1.1 messages usually have it: `Content-Type`.
    fileprivate var capitalizedWords: String {
        var isFirst = true
        var result: [UInt8] = []
        for byte in utf8 {
            result.append(isFirst && byte &- 0x61 < 26 ? byte & 0xDF : byte)
            isFirst = byte == UInt8(ascii: "-")
        }
        return String(decoding: result, as: UTF8.self)
    }
}
