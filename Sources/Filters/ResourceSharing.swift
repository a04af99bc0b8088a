package import Bytes

/// Leave for a page on another origin to read an answer that the proxy gives in place of a server's
/// (https://fetch.spec.whatwg.org/#http-cors-protocol).
package enum ResourceSharing {
    /// The fields of the answer, with which `fetch` does not fail; those for a preflight included.
    ///
    /// - Parameter request: the fields of the request.
    /// - Returns: names in lowercase, and values; none where the request is from no other origin.
    package static func fields(for request: FieldSection) -> [(name: String, value: String)] {
        guard let origin = visible(request.value(named: "origin")) else { return [] }
        var fields = [
            ("access-control-allow-origin", origin), ("access-control-allow-credentials", "true"),
            ("vary", "Origin"),
        ]
        if let method = visible(request.value(named: "access-control-request-method")) {
            fields.append(("access-control-allow-methods", method))
            fields.append(("access-control-max-age", "0"))
        }
        if let names = visible(request.value(named: "access-control-request-headers")) {
            fields.append(("access-control-allow-headers", names))
        }
        if request.first(named: "access-control-request-private-network") != nil {
            fields.append(("access-control-allow-private-network", "true"))
        }
        return fields
    }

    /// A value that can be repeated in the answer: printable ASCII, and not long.
    private static func visible(_ value: ArraySlice<UInt8>?) -> String? {
        guard let value, !value.isEmpty, value.count <= 4096,
            value.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { return nil }
        return String(decoding: value, as: UTF8.self)
    }
}
