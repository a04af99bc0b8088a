/// A connection, before any of its bytes were read.
@usableFromInline
package struct ConnectionSummary: Sendable {
    /// The connection's number, from 1, in the order in which connections were opened.
    @usableFromInline package var number: Int
    /// The end that opened the connection, or was seen sending first; `nil` where there is no address, as in a file.
    @usableFromInline package var initiator: Endpoint?
    /// The other end.
    @usableFromInline package var responder: Endpoint?
    /// Whether the streams are known from their first byte on; false for a connection that was open when the capture
    /// began.
    @usableFromInline package var sawHandshake: Bool
    /// The version of TLS that its bytes were taken out of; `nil` for those that were on the wire.
    package var tls: TLSVersion?

    /// Describes a connection.
    package init(
        number: Int,
        initiator: Endpoint?,
        responder: Endpoint?,
        sawHandshake: Bool,
        tls: TLSVersion? = nil
    ) {
        self.number = number
        self.initiator = initiator
        self.responder = responder
        self.sawHandshake = sawHandshake
        self.tls = tls
    }

    /// Takes the version of TLS, and the server's port, of a connection that is recorded without its TLS.
    package mutating func restore(_ removed: RemovedTLS) {
        tls = removed.version
        responder?.port = removed.port
    }

    /// The address of one of its ends.
    @inlinable
    package func endpoint(of side: Side) -> Endpoint? { side == .initiator ? initiator : responder }
}
