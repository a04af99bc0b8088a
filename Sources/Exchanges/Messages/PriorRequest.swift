import Bytes

/// An upload that was not accepted with 2xx, remembered because a later request of its client may follow from
/// it.
package struct PriorRequest: Sendable {
    /// The number of its exchange, from 1.
    package let number: Int
    /// The status code of its final response; `nil` where none was seen.
    package let status: Int?
    /// The target as it was sent.
    package let target: String
    /// The value of its Content-Type, as it was sent.
    package let contentType: ArraySlice<UInt8>
    /// The target of the redirection in its response; `nil` where there is none.
    package let location: String?

    /// Where its response redirects its client; `nil` where it does not.
    private let redirection: (authority: Substring?, path: Substring)?
    private let client: Endpoint?
    private let host: ArraySlice<UInt8>

    /// Remembers the request of exchange `number`; `nil` where there is none, or it was accepted.
    ///
    /// It shares the storage of the request: nothing is copied.
    package init?(_ exchange: borrowing Exchange, number: Int) {
        guard Self.follows(from: exchange), let request = exchange.request else { return nil }
        self.number = number
        status = exchange.status
        target = exchange.target
        contentType = request.head.fields.value(named: "content-type") ?? []
        location = exchange.response.flatMap { response in
            response.head.fields.first(named: "location").map { response.head.fields.text($0.value) }
        }
        // Taken apart once: each later request may be compared with it.
        redirection = Self.isRedirection(status) ? location.map(Self.place) : nil
        client = exchange.client
        host = request.head.fields.value(named: "host") ?? []
    }

    /// Whether something may follow from the request of an exchange: there is one, and it was not accepted.
    package static func follows(from exchange: borrowing Exchange) -> Bool {
        guard exchange.request != nil else { return false }
        return exchange.status.map { !(200..<300).contains($0) } ?? true
    }

    /// Whether a request came from the same client: from the same address, whatever the connection.
    func isOfSameClient(as exchange: borrowing Exchange) -> Bool {
        guard let client, let other = exchange.client else {
            return self.client == nil && exchange.client == nil
        }
        return client.addressLow == other.addressLow && client.addressHigh == other.addressHigh
            && client.isIPv6 == other.isIPv6
    }

    /// Whether a request was sent to the same place: the same host and target.
    func hasSameTarget(as exchange: borrowing Exchange) -> Bool {
        guard target == exchange.target else { return false }
        return host == (exchange.request?.head.fields.value(named: "host") ?? [])
    }

    /// Whether a request goes where the response to this one redirects its client (RFC 9110 §10.2.2).
    ///
    /// The schemes are not compared; references that are neither a URI nor an absolute path are not resolved.
    package func leads(to exchange: borrowing Exchange) -> Bool {
        guard let redirection else { return false }
        let here = Self.place(exchange.target)
        guard redirection.path == here.path else { return false }
        let otherHost = exchange.request?.head.fields.value(named: "host") ?? []
        let expected = redirection.authority.map { Array($0.utf8)[...] } ?? host
        return expected == (here.authority.map { Array($0.utf8)[...] } ?? otherHost)
    }

    private static func isRedirection(_ status: Int?) -> Bool {
        status.map { (300..<400).contains($0) } ?? false
    }

    /// Whether its response redirects to the path of a target, on whichever host.
    ///
    /// - Parameter target: the target of a request, as it was sent.
    /// - Returns: whether a request with that target may go where the response leads.
    func redirects(toPathOf target: String) -> Bool {
        redirection.map { $0.path == Self.place(target).path } ?? false
    }

    /// Whether the response only moves the resource: to another scheme or host, or by a slash at the end.
    package var onlyMovesResource: Bool {
        guard let location else { return false }
        return Self.bare(Self.place(location).path) == Self.bare(Self.place(target).path)
    }

    /// The authority and the path of a reference, without query and fragment.
    private static func place(_ reference: String) -> (authority: Substring?, path: Substring) {
        let bytes = reference.utf8
        let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        let text = reference[..<end]
        // What stands before the first two slashes.
        let slash = UInt8(ascii: "/")
        var (before, place) = (UInt8(ascii: ":"), text.utf8.startIndex)
        while let first = text.utf8[place...].firstIndex(of: slash) {
            if first > place { before = bytes[bytes.index(before: first)] }
            let second = bytes.index(after: first)
            if second < end, bytes[second] == slash {
                guard before == UInt8(ascii: ":") else { break }
                let rest = text[bytes.index(after: second)...]
                let pathStart = rest.utf8.firstIndex(of: slash) ?? end
                return (rest[..<pathStart], pathStart == end ? "/" : rest[pathStart...])
            }
            (before, place) = (slash, second)
        }
        return (nil, text)
    }

    private static func bare(_ path: Substring) -> Substring {
        path.last == "/" ? path.dropLast() : path
    }
}
