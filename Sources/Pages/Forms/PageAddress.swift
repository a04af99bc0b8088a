import Bytes

/// A URL that a page names, resolved as browsers resolve it (URL standard), for the schemes http and https.
package struct PageAddress: Hashable, Sendable {
    /// The scheme in lowercase, such as `https`.
    package var scheme: String
    /// The host in lowercase, and the port unless it is the scheme's own.
    package var authority: String
    /// The path, without dot segments; it begins with a solidus.
    package var path: String
    /// The query without its question mark; `nil` where there is none.
    package var query: String?

    /// The URL without its fragment.
    package var text: String { "\(scheme)://\(authority)\(path)" + (query.map { "?\($0)" } ?? "") }

    /// The scheme and the authority.
    package var origin: String { "\(scheme)://\(authority)" }

    /// Reads an absolute URL; `nil` where it is none of http or https.
    package init?(_ text: String) {
        let bytes = Self.cleaned(text)
        guard let (scheme, rest) = Self.scheme(of: bytes), let address = Self(scheme: scheme, rest) else {
            return nil
        }
        self = address
    }

    /// Resolves a reference.
    ///
    /// - Parameter reference: an attribute's value.
    /// - Returns: the URL; `nil` where the reference has another scheme, such as `javascript:` or `mailto:`.
    package func resolving(_ reference: String) -> PageAddress? {
        let bytes = Self.cleaned(reference)
        if let (scheme, rest) = Self.scheme(of: bytes) {
            if scheme == self.scheme, !rest.starts(with: Self.slashes) { return resolving(relative: rest) }
            return Self(scheme: scheme, rest)
        }
        return resolving(relative: bytes)
    }

    private func resolving(relative bytes: ArraySlice<UInt8>) -> PageAddress? {
        if bytes.starts(with: Self.slashes) { return Self(scheme: scheme, bytes) }
        var result = self
        let (path, query) = Self.pathAndQuery(bytes)
        if path.isEmpty {
            if query != nil { result.query = query }
            return result
        }
        result.query = query
        if path.first == UInt8(ascii: "/") {
            result.path = Self.withoutDots(path)
        } else {
            let folder = self.path.utf8.prefix { _ in true }.reversed().drop { $0 != UInt8(ascii: "/") }
                .reversed()
            result.path = Self.withoutDots(Array(folder) + path)
        }
        return result
    }

    private static let slashes = Array("//".utf8)

    private init?(scheme: String, _ rest: ArraySlice<UInt8>) {
        guard scheme == "http" || scheme == "https" else { return nil }
        let text = rest.drop { $0 == UInt8(ascii: "/") }
        let host = text.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard !host.isEmpty else { return nil }
        self.scheme = scheme
        var authority = String(decoding: host.map(\.lowercased), as: UTF8.self)
        if let at = authority.lastIndex(ofScalar: "@") {
            authority = String(authority[authority.index(after: at)...])
        }
        let port = scheme == "http" ? ":80" : ":443"
        self.authority = authority.hasSuffix(port) ? String(authority.dropLast(port.utf8.count)) : authority
        let (path, query) = Self.pathAndQuery(text[host.endIndex...])
        self.path = path.isEmpty ? "/" : Self.withoutDots(path)
        self.query = query
    }

    /// The bytes of a reference without outer blanks, line breaks, tabs and fragment, backslashes made solidi.
    private static func cleaned(_ text: String) -> ArraySlice<UInt8> {
        let kept = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }.drop { $0 <= 0x20 }
        let trimmed = Array(kept.reversed().drop { $0 <= 0x20 }.reversed())
        let bytes = trimmed.prefix { $0 != UInt8(ascii: "#") }
        let path = bytes.prefix { $0 != UInt8(ascii: "?") }.count
        return ArraySlice(
            bytes.enumerated().map { $1 == UInt8(ascii: "\\") && $0 < path ? UInt8(ascii: "/") : $1 }
        )
    }

    private static func scheme(of bytes: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>)? {
        guard let first = bytes.first, first.isHTMLLetter else { return nil }
        let name = bytes.prefix { $0.isHTMLLetter || $0.isDigit || "+-.".utf8.contains($0) }
        guard bytes.dropFirst(name.count).first == UInt8(ascii: ":") else { return nil }
        return (String(decoding: name.map(\.lowercased), as: UTF8.self), bytes.dropFirst(name.count + 1))
    }

    private static func pathAndQuery(_ bytes: ArraySlice<UInt8>) -> (path: [UInt8], query: String?) {
        let path = bytes.prefix { $0 != UInt8(ascii: "?") }
        let query = bytes.dropFirst(path.count).first.map { _ in
            String(decoding: bytes.dropFirst(path.count + 1), as: UTF8.self)
        }
        return (Array(path), query)
    }

    private static func withoutDots(_ path: [UInt8]) -> String {
        var kept: [ArraySlice<UInt8>] = []
        let segments = path.dropFirst().split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch String(decoding: segment, as: UTF8.self) {
            case ".": if isLast { kept.append([]) }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append([]) }
            default: kept.append(segment)
            }
        }
        return "/" + String(decoding: Array(kept.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
    }
}
