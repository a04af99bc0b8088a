import Bytes
import Exchanges

/// The URL that curl is given for a request, and the request target where curl would not make the same of it.
struct CurlURL {
    /// Why curl cannot be given the URL.
    struct Obstacle: Error {
        /// A clause that follows "because".
        var reason: String
    }

    /// The URL; its host is that of the request.
    let bytes: [UInt8]
    /// The request target for `--request-target`, which curl sends as it is; `nil` where the URL has it.
    let target: [UInt8]?
    /// Host and port, as in the URL.
    let authority: [UInt8]

    /// Takes the URL from a request.
    init(of exchange: Exchange, _ request: Message) throws(Obstacle) {
        guard let url = exchange.url().map({ Array($0.utf8) }) else {
            throw Obstacle(reason: "the URL is not known")
        }
        // curl knows more schemes: file, ftp and others read or write what the request never named.
        guard let scheme = Self.schemes.first(where: { url.startsIgnoringCase(with: $0) }) else {
            throw Obstacle(reason: "its URL is none of http or https")
        }
        let prefix = url.prefix(scheme.utf8CodeUnitCount)
        let rest = url.dropFirst(prefix.count)
        let place = rest.prefix { !"/?#".utf8.contains($0) }
        // curl would make an Authorization field of a user's name.
        let host = place[(place.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? place.startIndex)...]
        guard Self.isHost(host) else {
            throw Obstacle(reason: "its host is none that curl connects to as it is")
        }
        authority = Array(host)
        let target = Self.target(of: exchange, request, after: rest.dropFirst(place.count))
        guard !target.contains(where: { $0 == 0 || $0.isLineBreak }) else {
            throw Obstacle(reason: "its target has a line break or NUL")
        }
        let isSent = Self.sendsUnchanged(target)
        bytes = prefix + host + (isSent ? target : [UInt8(ascii: "/")])
        self.target = isSent ? nil : target
    }

    private static let schemes: [StaticString] = ["http://", "https://"]

    /// The target to send: that of the request, but an absolute form without its authority.
    private static func target(
        of exchange: Exchange,
        _ request: Message,
        after authority: ArraySlice<UInt8>
    ) -> [UInt8] {
        var target = Array(exchange.target.utf8)
        let line = request.head.startLine
        if let path = request.head.fields.value(named: ":path") {
            target = Array(path)
        } else if exchange.fidelity == .wire, let first = line.firstIndex(of: 0x20),
            let last = line.lastIndex(of: 0x20), first < last
        {
            target = Array(line[(first + 1)..<last])
        }
        if target.startsIgnoringCase(with: "http://") || target.startsIgnoringCase(with: "https://") {
            target = Array(authority.prefix { $0 != UInt8(ascii: "#") })
            if target.first == UInt8(ascii: "?") { target.insert(UInt8(ascii: "/"), at: 0) }
        }
        return target.isEmpty ? [UInt8(ascii: "/")] : target
    }

    /// Whether curl sends a target unchanged that stands in a URL: it cuts at `#`, encodes blanks and bytes above 0x7F,
    /// and drops an empty query.
    private static func sendsUnchanged(_ target: [UInt8]) -> Bool {
        target.first == UInt8(ascii: "/") && target.last != UInt8(ascii: "?")
            && target.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
    }

    /// Whether bytes are a host and perhaps a port, without what curl decodes, encodes or takes for something else.
    private static func isHost(_ authority: ArraySlice<UInt8>) -> Bool {
        var host = authority
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), host[(colon + 1)...].allSatisfy(\.isDigit) {
            host = host[..<colon]
        }
        if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") {
            return host.dropFirst().dropLast().allSatisfy {
                isNameByte($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%")
            }
        }
        return !host.isEmpty && host.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte.isDigit || byte.lowercased &- 0x61 < 26 || "-._~".utf8.contains(byte)
    }

    /// Whether curl's own Host field is the one of a value: it leaves out the port that is the scheme's default.
    func makesHost(_ value: ArraySlice<UInt8>) -> Bool {
        let isPlain = value.allSatisfy {
            $0.isDigit || $0 &- 0x61 < 26 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
                || $0 == UInt8(ascii: ":")
        }
        return isPlain && authority[...] == value && !value.reversed().starts(with: "08:".utf8)
            && !value.reversed().starts(with: "344:".utf8) && value.last != UInt8(ascii: ":")
    }
}
