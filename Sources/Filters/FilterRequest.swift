package import Bytes

/// A request as filter rules see it.
package struct FilterRequest: Sendable {
    /// Whether the request goes to the site of the page that makes it.
    package enum Party: Sendable {
        /// To the same site.
        case first
        /// To another site.
        case third
    }

    /// The URL, of a WebSocket with the scheme `ws` or `wss`, without credentials, default port, fragment and a dot at the end of the host, as sent; at most ``FilterLimits/urlBytes``.
    let url: [UInt8]
    /// The same with ASCII letters in lowercase.
    let folded: [UInt8]
    /// The place of the host in the URL.
    let host: Range<Int>
    /// Whether ``url`` is the whole URL.
    let isWhole: Bool
    /// The method, in uppercase.
    let method: [UInt8]
    /// What is asked for.
    package let kind: ResourceKind
    /// The host of the page that makes the request, in lowercase; `nil` where the request does not tell it.
    let initiator: [UInt8]?
    /// Whether it goes to the site of that page; `nil` where that cannot be told.
    package let party: Party?

    /// Takes a request; `nil` where its URL has no host.
    ///
    /// - Parameters:
    ///   - text: its absolute URL, with scheme and host; for CONNECT `https://host:port/`.
    ///   - method: its method.
    ///   - fields: its fields, from which the kind and the page that makes it are read; `nil` where they are not known.
    ///   - kind: what is asked for; `nil` to guess it from the fields and the path.
    package init?(url text: String, method: String, fields: FieldSection?, kind: ResourceKind? = nil) {
        let text = Array(text.utf8.prefix { $0 != UInt8(ascii: "#") })
        guard let authority = text.authority else { return nil }
        let hostAndPort = text[authority].afterCredentials
        let sentHost = hostAndPort.withoutPort
        let host = sentHost.withoutRoot
        guard !host.isEmpty else { return nil }
        let port = hostAndPort[sentHost.endIndex...].dropFirst()
        let scheme = text[..<(authority.lowerBound - 3)]
        let isSecure = scheme.equalsIgnoringCase("https") || scheme.equalsIgnoringCase("wss")
        let isPlain = scheme.equalsIgnoringCase("http") || scheme.equalsIgnoringCase("ws")
        let isDefault = port.isEmpty || isPlain && port.equals("80") || isSecure && port.equals("443")
        let path = text[authority.upperBound...]
        let kindOfScheme: ResourceKind? =
            scheme.equalsIgnoringCase("ws") || scheme.equalsIgnoringCase("wss") ? .websocket : nil
        let kind = kind ?? kindOfScheme ?? ResourceKind(of: fields, path: path)
        var url: [UInt8] = []
        url.reserveCapacity(text.count + 1)
        if kind == .websocket, isPlain || isSecure {
            // As pages write it, for which rules are made; on the wire it is a request of HTTP (RFC 6455 §3).
            url += (isSecure ? "wss://" : "ws://").utf8
        } else {
            url += text[..<authority.lowerBound]
        }
        let start = url.count
        url += host
        self.host = start..<url.count
        if !isDefault { url += hostAndPort[sentHost.endIndex...] }
        if path.first != UInt8(ascii: "/") { url.append(UInt8(ascii: "/")) }
        url += path
        isWhole = url.count <= FilterLimits.urlBytes
        // A host is at most 255 characters; one that is cut off is no host.
        guard self.host.upperBound < FilterLimits.urlBytes else { return nil }
        if !isWhole { url.removeLast(url.count - FilterLimits.urlBytes) }
        self.url = url
        folded = url.map(\.lowercased)
        self.method = method.utf8.map { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 }
        self.kind = kind
        initiator = fields.flatMap { Self.initiator(in: $0) }
        party = Self.party(fields, initiator, folded[self.host])
    }

    /// The host of Origin, or else of Referer.
    private static func initiator(in fields: FieldSection) -> [UInt8]? {
        for value in [fields.value(named: "origin"), fields.value(named: "referer")] {
            guard let text = value.map(Array.init), let authority = text.authority else { continue }
            let host = text[authority].afterCredentials.withoutPort.withoutRoot
            if !host.isEmpty { return host.map(\.lowercased) }
        }
        return nil
    }

    /// What browsers say in `Sec-Fetch-Site`, or else what the two hosts show without a list of public suffixes: the
    /// same host is the same site, and hosts that differ in their last two labels are two sites.
    private static func party(_ fields: FieldSection?, _ initiator: [UInt8]?, _ host: ArraySlice<UInt8>)
        -> Party?
    {
        if let site = fields?.value(named: "sec-fetch-site") {
            if site.equals("cross-site") { return .third }
            if site.equals("same-origin") || site.equals("same-site") || site.equals("none") { return .first }
        }
        guard let initiator else { return nil }
        if initiator.elementsEqual(host) { return .first }
        return initiator[...].lastTwoLabels.elementsEqual(host.lastTwoLabels) ? nil : .third
    }
}

extension [UInt8] {
    /// The range between `://` and the path, `nil` where the text does not begin with a scheme and `://`.
    fileprivate var authority: Range<Int>? {
        guard let colon = firstIndex(of: UInt8(ascii: ":")), colon > 0, count > colon + 2,
            self[colon + 1] == UInt8(ascii: "/"), self[colon + 2] == UInt8(ascii: "/")
        else { return nil }
        let start = colon + 3
        let end = self[start...].firstIndex {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
        }
        return start..<(end ?? count)
    }
}

extension ArraySlice<UInt8> {
    /// The authority after `user:password@`.
    fileprivate var afterCredentials: ArraySlice<UInt8> {
        lastIndex(of: UInt8(ascii: "@")).map { self[($0 + 1)...] } ?? self
    }

    /// The host of a host and port; that of an IPv6 address has its brackets.
    fileprivate var withoutPort: ArraySlice<UInt8> {
        if first == UInt8(ascii: "["), let end = firstIndex(of: UInt8(ascii: "]")) { return self[...end] }
        return prefix { $0 != UInt8(ascii: ":") }
    }

    /// The name of a host without the dot that stands for the root of all names (RFC 1034 §3.1).
    var withoutRoot: ArraySlice<UInt8> { last == UInt8(ascii: ".") ? dropLast() : self }

    /// The last two labels of a host; all of it where it has fewer.
    fileprivate var lastTwoLabels: ArraySlice<UInt8> {
        guard let last = lastIndex(of: UInt8(ascii: ".")),
            let next = self[..<last].lastIndex(of: UInt8(ascii: "."))
        else { return self }
        return self[(next + 1)...]
    }
}
