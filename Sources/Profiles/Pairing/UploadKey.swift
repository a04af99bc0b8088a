import Bytes
package import Exchanges
package import Forms

/// Identifies equal uploads of several captures: by their URL and the names of their fields.
package struct UploadKey: Hashable, Sendable {
    /// The method and the URL, as far as they are known.
    package let address: String
    /// The URL without scheme and host, and without its query.
    package let path: String
    /// A hash of the set of field names, independent of their order.
    ///
    /// A hash, because the names of a thousand parts for each of a million uploads would need too much
    /// memory. It is valid within one run only.
    let names: Int

    /// Makes the key of an exchange and the form in its request.
    package init(_ exchange: Exchange, _ form: Form?) {
        address = "\(exchange.method) \(exchange.url() ?? exchange.target)"
        var rest = exchange.target
        if let scheme = rest.schemeEnd {
            rest = String(rest[scheme.upperBound...].unicodeScalars.drop { $0 != "/" })
        }
        path = rest.prefix(before: "?")
        // The sum is independent of the order, and hashes are seeded, so that collisions cannot be
        // constructed.
        names = (form?.parts ?? []).reduce(0) { sum, part in
            var hasher = Hasher()
            hasher.combine(PartAlignment.poorKey(PartAlignment.key(part)))
            return sum &+ hasher.finalize()
        }
    }

    /// Whether both have the same path, or fields with the same names.
    package func resembles(_ other: UploadKey) -> Bool { path == other.path || names == other.names }
}
