import Bytes
package import Exchanges
package import Inspection

/// A pattern for the URL of a request; if it begins with a slash, for its target alone.
///
/// One without a question mark leaves the query open.
package struct URLPattern: Hashable, Sendable {
    /// The pattern as it was written.
    package let text: String
    private let glob: Glob

    /// Makes a pattern, in which `*` matches any characters and `?` one.
    package init(_ text: String) {
        self.text = text
        glob = Glob(text)
    }

    /// Whether a request's URL matches; `nil` for a bare body, which has no URL.
    package func matches(_ context: borrowing RuleContext) -> Bool? {
        guard let request = context.request else { return nil }
        guard let target = LocatedTarget(of: request) else { return nil }
        return matches(target, method: context.method, request)
    }

    /// Whether an exchange's request URL matches; `nil` where there is no request.
    package func matches(_ exchange: borrowing Exchange) -> Bool? {
        guard let request = exchange.request, let target = LocatedTarget(of: request) else { return nil }
        return matches(target, method: exchange.method, request)
    }

    private func matches(_ target: LocatedTarget, method: String, _ request: Message) -> Bool {
        let isOpen = !text.utf8.contains(UInt8(ascii: "?"))
        func accepts(_ url: String) -> Bool {
            glob.matches(url)
                || isOpen && url.utf8.contains(UInt8(ascii: "?")) && glob.matches(url.prefix(before: "?"))
        }
        if text.begins(with: "/") { return accepts(target.text) }
        var exchange = Exchange(connection: 0, client: nil, server: nil)
        exchange.request = request
        exchange.method = method
        exchange.target = target.text
        // A capture of decrypted traffic does not always say that it was TLS.
        return ["http", "https"].contains { scheme in
            exchange.url(scheme: scheme).map(accepts) ?? false
        }
    }
}

/// The target of a request, and its place.
struct LocatedTarget {
    /// The target as sent, bytes that are not valid UTF-8 replaced by U+FFFD.
    let text: String
    /// Its place in the connection's stream.
    let range: Range<Int>
    /// The place of the method.
    let method: Range<Int>

    /// Reads it from the start line, or from the `:path` of an HTTP/2 request; `nil` where there is none.
    init?(of request: borrowing Message) {
        let line = request.head.startLine
        if let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), first < last {
            text = String(decoding: line[(first + 1)..<last], as: UTF8.self)
            let start = request.head.startLineOffset
            range = (start + first + 1)..<(start + last)
            method = start..<(start + first)
            return
        }
        guard let path = request.head.fields.first(named: ":path") else { return nil }
        text = request.head.fields.text(path.value)
        range = path.value
        method = request.head.fields.first(named: ":method")?.value ?? path.value
    }
}
