import Bytes
package import Exchanges
package import Inspection

/// A pattern for the URL of a request; where it begins with a slash, for its target alone.
package struct URLPattern: Hashable, Sendable {
    /// The pattern as it was written.
    package let text: String
    private let glob: Glob

    /// Makes a pattern, in which `*` stands for any characters and `?` for one.
    package init(_ text: String) {
        self.text = text
        glob = Glob(text)
    }

    /// Whether a request goes where the pattern says; `nil` for a bare body, which goes nowhere.
    package func matches(_ context: borrowing RuleContext) -> Bool? {
        guard let request = context.request else { return nil }
        guard let target = RequestTarget(of: request) else { return nil }
        return matches(target, method: context.method, request)
    }

    /// Whether an exchange's request goes where the pattern says; `nil` where there is no request.
    package func matches(_ exchange: borrowing Exchange) -> Bool? {
        guard let request = exchange.request, let target = RequestTarget(of: request) else { return nil }
        return matches(target, method: exchange.method, request)
    }

    private func matches(_ target: RequestTarget, method: String, _ request: Message) -> Bool {
        if text.hasPrefix("/") { return glob.matches(target.text) }
        var exchange = Exchange(connection: 0, client: nil, server: nil)
        exchange.request = request
        exchange.method = method
        exchange.target = target.text
        // The capture of what ran inside TLS does not always say that it did.
        return ["http", "https"].contains { scheme in
            exchange.url(scheme: scheme).map { glob.matches($0) } ?? false
        }
    }
}

/// The target of a request, and where it stands.
struct RequestTarget {
    /// The target as sent, undecodable bytes replaced by U+FFFD.
    let text: String
    /// Its place in the connection's stream.
    let range: Range<Int>
    /// The place of the method.
    let method: Range<Int>

    /// Finds it in the start line, or in the `:path` of an HTTP/2 request; `nil` where there is none.
    init?(of request: borrowing Message) {
        let line = request.startLine
        if let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), first < last {
            text = String(decoding: line[(first + 1)..<last], as: UTF8.self)
            let start = request.startLineOffset
            range = (start + first + 1)..<(start + last)
            method = start..<(start + first)
            return
        }
        guard let path = request.fields.first(named: ":path") else { return nil }
        text = request.fields.text(path.value)
        range = path.value
        method = request.fields.first(named: ":method")?.value ?? path.value
    }
}
