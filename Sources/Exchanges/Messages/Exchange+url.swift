import Bytes

extension Exchange {
    /// The URI of the target resource, as the request has it (RFC 9110 §7.1, RFC 9112 §3.2 and §3.3, RFC 9113 §8.3.1).
    ///
    /// An absolute form is kept as it is; an origin form is joined with the Host field; the asterisk form of
    /// OPTIONS names the server itself; the form of CONNECT is its authority, which has no scheme. The result
    /// is `nil` where the host is not known. Where the source notes a URL, that one is returned. Nothing is
    /// normalised, and the text may be hostile.
    ///
    /// - Parameter scheme: that of the connection; `nil` for what HTTP/2 names, or else for `https` where it is secured
    ///   by TLS and `http` where it is not.
    /// - Returns: the URI as text, undecodable bytes replaced by U+FFFD.
    package func url(scheme: String? = nil) -> String? {
        if let notedURL { return notedURL }
        guard request != nil, !target.isEmpty else { return nil }
        if asksForTunnel || target.hasScheme { return target }
        var joined: String?
        _ = withJoinedURL(scheme: scheme) { scheme, authority, lacksSlash, target in
            // In one piece: a string that grows is moved with each addition.
            let capacity = scheme.byteCount + authority.byteCount + target.byteCount + 4
            joined = String(unsafeUninitializedCapacity: capacity) { buffer in
                var text = OutputSpan(buffer: buffer, initializedCount: 0)
                text.append(copying: scheme)
                ("://" as StaticString).withUTF8Buffer { text.append(copying: RawSpan(_unsafeElements: $0)) }
                text.append(copying: authority)
                if lacksSlash { text.append(UInt8(ascii: "/")) }
                text.append(copying: target)
                return text.finalize(for: buffer)
            }
            return true
        }
        return joined
    }

    /// Calls a function with what ``url(scheme:)`` is joined of, `scheme://authority[/]target`, for who writes it.
    ///
    /// - Parameters:
    ///   - scheme: see ``url(scheme:)``.
    ///   - body: takes the scheme, the host with the port if given, whether a slash is put before the target, and the
    ///     target.
    /// - Returns: what the function returns; false where the URL is not joined, or not known.
    package func withJoinedURL(
        scheme: String? = nil,
        _ body: (_ scheme: RawSpan, _ authority: RawSpan, _ lacksSlash: Bool, _ target: RawSpan) -> Bool
    ) -> Bool {
        guard notedURL == nil, request != nil, !target.isEmpty, !asksForTunnel,
            let authority = authorityBytes, !authority.isEmpty
        else { return false }
        let named = mayHavePseudoFields ? request?.head.fields.value(named: ":scheme") : nil
        let scheme =
            scheme ?? named.map { String(decoding: $0, as: UTF8.self) } ?? (tls == nil ? "http" : "https")
        return scheme.withBytes { scheme in
            target.withBytes { target in
                let hasSlash = target[0] == UInt8(ascii: "/")
                guard hasSlash || !self.target.hasScheme else { return false }
                // That of OPTIONS for the server itself.
                let isAsterisk = target.count == 1 && target[0] == UInt8(ascii: "*")
                let target = isAsterisk ? UnsafeBufferPointer(rebasing: target[..<0]) : target
                return body(
                    RawSpan(_unsafeElements: scheme),
                    authority.span.bytes,
                    !hasSlash && !isAsterisk,
                    RawSpan(_unsafeElements: target)
                )
            }
        }
    }
}

extension Exchange {
    /// Whether it asks for a tunnel to a server, by CONNECT (RFC 9110 §9.3.6); an extended CONNECT asks the server itself for
    /// another protocol (RFC 8441 §4).
    package var asksForTunnel: Bool {
        method.utf8.count == 7 && method == "CONNECT" && tunnelProtocol == nil
    }

    /// The host, and the port if given, that the request is for: the Host field, or :authority in HTTP/2 (RFC
    /// 9113 §8.3.1); `nil` where the request has neither.
    package var authority: String? {
        authorityBytes.map { String(decoding: $0, as: UTF8.self) }
    }

    @inline(__always)
    private var authorityBytes: ArraySlice<UInt8>? {
        guard let fields = request?.head.fields else { return nil }
        let authority = mayHavePseudoFields ? fields.value(named: ":authority") : nil
        return authority ?? fields.value(.host)
    }

    /// Whether there may be pseudo-header fields: in HTTP/1 a name has no colon, and logs have what they were given.
    private var mayHavePseudoFields: Bool { request?.http2 != nil || fidelity < .wire }
}

extension OutputSpan<UInt8> {
    /// Appends bytes.
    fileprivate mutating func append(copying bytes: RawSpan) {
        withUnsafeMutableBufferPointer { buffer, count in
            let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
            count += bytes.withUnsafeBytes { rest.update(fromContentsOf: $0) }
        }
    }
}

extension String {
    /// Whether the text begins with a scheme and `://` (RFC 3986 §3.1).
    fileprivate var hasScheme: Bool {
        // Most targets begin with a slash.
        guard let first = utf8.first, first.lowercased &- 0x61 < 26 else { return false }
        var text = self
        return text.withUTF8 { bytes in
            let bytes = RawSpan(_unsafeElements: bytes)
            var place = 1
            while place < bytes.byteCount, bytes.knownByte(place).isOfScheme { place &+= 1 }
            return bytes.holds("://", at: place)
        }
    }
}

extension UInt8 {
    /// Whether it is a letter, a digit or another character of schemes after the first one (RFC 3986 §3.1).
    fileprivate var isOfScheme: Bool {
        lowercased &- 0x61 < 26 || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }
}
