/// One end of a connection: an IP address and a TCP port.
@usableFromInline
package struct Endpoint: Hashable, Sendable {
    /// The address in network byte order: the low 32 bits for IPv4, all 128 for IPv6.
    @usableFromInline package var addressHigh: UInt64
    /// The low 64 bits of the address.
    @usableFromInline package var addressLow: UInt64
    /// Whether the address is one of IPv6.
    @usableFromInline package var isIPv6: Bool
    /// The TCP port.
    @usableFromInline package var port: UInt16

    /// Makes an endpoint from the two halves of an address and a port.
    @inlinable
    package init(addressHigh: UInt64 = 0, addressLow: UInt64, isIPv6: Bool = false, port: UInt16) {
        self.addressHigh = addressHigh
        self.addressLow = addressLow
        self.isIPv6 = isIPv6
        self.port = port
    }

    /// This endpoint; `nil` where it stands for one that is not known: the unspecified address (RFC 6890 §2.2.2) and port 0,
    /// which no connection has.
    @inlinable
    package var known: Endpoint? { addressHigh == 0 && addressLow == 0 && port == 0 ? nil : self }
}
