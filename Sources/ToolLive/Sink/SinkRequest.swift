import Bytes
import Exchanges

/// What the sink goes by in the head of a request.
struct SinkRequest {
    /// The method.
    let method: String
    /// The path of the target, without its query.
    let path: String
    /// Whether the client waits for `100 Continue` before it sends the content (RFC 9110 §10.1.1).
    let expectsContinue: Bool
    /// Whether it is a browser that shows the answer as a page.
    let wantsPage: Bool
    /// The scheme and the host that the client named: where it found the sink.
    let origin: String
    /// Whether it carries credentials.
    let isAuthorized: Bool
    /// Whether the connection may serve another request after it (RFC 9112 §9.3).
    let keepsAlive: Bool
    /// The offset of its content in the client's stream.
    let contentStart: Int
    /// The length that it declares; `nil` where it declares none.
    let declaredLength: Int?

    /// Reads the head of a request of HTTP/1.
    init(_ head: MessageHead, isSecure: Bool) {
        let words = head.startLine.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
        let options = (head.value("connection") ?? "").lowercased()
        var declared: Int?
        if case .contentLength = head.framing { declared = head.declaredLength }
        self.init(
            method: String(decoding: words.first ?? [], as: UTF8.self),
            target: String(decoding: words.dropFirst().first ?? [], as: UTF8.self),
            isSecure: isSecure,
            keepsAlive: head.version == "HTTP/1.1"
                ? !options.contains("close") : options.contains("keep-alive"),
            contentStart: head.contentStart,
            declaredLength: declared
        ) { head.value($0) }
    }

    /// Gathers what counts; `value` gives the value of a field by its name in lower case.
    init(
        method: String,
        target: String,
        isSecure: Bool,
        keepsAlive: Bool = true,
        contentStart: Int = 0,
        declaredLength: Int? = nil,
        value: (String) -> String?
    ) {
        self.method = method
        path = Self.path(of: target)
        origin = "\(isSecure ? "https" : "http")://\(value("host") ?? "localhost")"
        expectsContinue = value("expect")?.lowercased() == "100-continue"
        wantsPage = value("accept")?.contains("text/html") ?? false
        isAuthorized = value("authorization") != nil
        self.keepsAlive = keepsAlive
        self.contentStart = contentStart
        self.declaredLength = declaredLength
    }

    /// The path of a request target in any of its forms (RFC 9112 §3.2).
    private static func path(of target: String) -> String {
        var rest = Substring(target.prefix { $0 != "?" && $0 != "#" })
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" }
        }
        return rest.isEmpty ? "/" : String(rest)
    }
}

extension MessageHead {
    /// The value of the first field with a name in lower case; `nil` where there is none.
    fileprivate func value(_ name: String) -> String? {
        for index in 0..<fields.lineCount {
            let line = fields.line(at: index)
            guard String(decoding: fields[line.name], as: UTF8.self).lowercased() == name else { continue }
            return String(decoding: fields[line.value], as: UTF8.self).trimmingBlanks
        }
        return nil
    }
}

extension String {
    /// The text without blanks at its ends.
    fileprivate var trimmingBlanks: String {
        var text = Substring(self)
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
