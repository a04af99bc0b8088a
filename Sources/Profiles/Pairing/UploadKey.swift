package import Exchanges
package import Forms

/// What tells which uploads of several captures are the same: where they go, and the names of their fields.
package struct UploadKey: Hashable, Sendable {
    /// The method and the URL, as far as it is known.
    package let address: String
    /// The URL without scheme and host, and without its query.
    package let path: String
    /// What stands for the names of the fields, whatever their order: the same for the same names.
    ///
    /// The names of a thousand parts are not kept for each of a million uploads. It holds within one run only.
    let names: Int

    /// Looks at an exchange and the form in its request.
    package init(_ exchange: Exchange, _ form: Form?) {
        address = "\(exchange.method) \(exchange.url() ?? exchange.target)"
        var rest = exchange.target[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...].drop { $0 != "/" } }
        path = String(rest.prefix { $0 != "?" })
        // The sum does not depend on the order, and the hash of a name cannot be foreseen.
        names = (form?.parts ?? []).reduce(0) { sum, part in
            var hasher = Hasher()
            hasher.combine(PartAlignment.poorKey(PartAlignment.key(part)))
            return sum &+ hasher.finalize()
        }
    }

    /// Whether both go to the same place, or have fields of the same names.
    package func resembles(_ other: UploadKey) -> Bool { path == other.path || names == other.names }
}
