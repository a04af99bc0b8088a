/// A field line of an HPACK table (RFC 7541 §1.3), as far as it is known.
///
/// Where a capture begins in mid-connection, entries that were made before it are not known.
struct HPACKField: Hashable, Sendable {
    /// The name's bytes; `nil` where they are not known.
    var name: [UInt8]?
    /// The value's bytes; `nil` where they are not known.
    var value: [UInt8]?

    /// A field line of which neither name nor value is known.
    static let unknown = HPACKField(name: nil, value: nil)

    /// The size of the entry in a table: its bytes, and 32 more (RFC 7541 §4.1).
    var size: Int { (name?.count ?? 0) + (value?.count ?? 0) + 32 }
}

extension HPACKField {
    /// The static table, index 1 first (RFC 7541 Appendix A).
    static let staticTable: [HPACKField] = staticTableText.split(separator: "\n").map { line in
        let pieces = line.split(separator: "=", maxSplits: 1)
        return HPACKField(
            name: Array(pieces[0].utf8),
            value: pieces.count > 1 ? Array(pieces[1].utf8) : []
        )
    }

    private static let staticTableText = """
        :authority
        :method=GET
        :method=POST
        :path=/
        :path=/index.html
        :scheme=http
        :scheme=https
        :status=200
        :status=204
        :status=206
        :status=304
        :status=400
        :status=404
        :status=500
        accept-charset
        accept-encoding=gzip, deflate
        accept-language
        accept-ranges
        accept
        access-control-allow-origin
        age
        allow
        authorization
        cache-control
        content-disposition
        content-encoding
        content-language
        content-length
        content-location
        content-range
        content-type
        cookie
        date
        etag
        expect
        expires
        from
        host
        if-match
        if-modified-since
        if-none-match
        if-range
        if-unmodified-since
        last-modified
        link
        location
        max-forwards
        proxy-authenticate
        proxy-authorization
        range
        referer
        refresh
        retry-after
        server
        set-cookie
        strict-transport-security
        transfer-encoding
        user-agent
        vary
        via
        www-authenticate
        """
}
