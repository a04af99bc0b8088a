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

    private let client: Endpoint?
    private let host: ArraySlice<UInt8>

    /// Remembers the request of exchange `number`; `nil` where there is none, or it was accepted.
    ///
    /// It shares the storage of the request: nothing is copied.
    package init?(_ exchange: borrowing Exchange, number: Int) {
        if let status = exchange.status, (200..<300).contains(status) { return nil }
        guard let request = exchange.request else { return nil }
        self.number = number
        status = exchange.status
        target = exchange.target
        contentType = request.head.fields.value(named: "content-type") ?? []
        location = exchange.response.flatMap { response in
            response.head.fields.first(named: "location").map { response.head.fields.text($0.value) }
        }
        client = exchange.client
        host = request.head.fields.value(named: "host") ?? []
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
        guard let location, let status, (300..<400).contains(status) else { return false }
        let there = Self.place(location)
        let here = Self.place(exchange.target)
        guard there.path == here.path else { return false }
        let otherHost = exchange.request?.head.fields.value(named: "host") ?? []
        let expected = there.authority.map { Array($0.utf8)[...] } ?? host
        return expected == (here.authority.map { Array($0.utf8)[...] } ?? otherHost)
    }

    /// Whether the response only moves the resource: to another scheme or host, or by a slash at the end.
    package var onlyMovesResource: Bool {
        guard let location else { return false }
        return Self.bare(Self.place(location).path) == Self.bare(Self.place(target).path)
    }

    /// The authority and the path of a reference, without query and fragment.
    private static func place(_ reference: String) -> (authority: Substring?, path: Substring) {
        let end = reference.firstIndex(ofScalar: "?#") ?? reference.endIndex
        let text = reference[..<end]
        guard let scheme = text.firstRange(of: "//"), text[..<scheme.lowerBound].last ?? ":" == ":" else {
            return (nil, text)
        }
        let rest = text[scheme.upperBound...]
        let slash = rest.firstIndex(ofScalar: "/") ?? rest.endIndex
        return (rest[..<slash], slash == rest.endIndex ? "/" : rest[slash...])
    }

    private static func bare(_ path: Substring) -> Substring {
        path.last == "/" ? path.dropLast() : path
    }
}
