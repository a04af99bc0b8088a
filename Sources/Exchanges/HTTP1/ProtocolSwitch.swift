import Bytes

/// How a connection leaves HTTP/1.
enum ProtocolSwitch: Sendable {
    /// The rest is not read, from this frame on.
    case opaque(OpaqueReason, frame: Int?)
    /// The connection is HTTP/2; the client is the end whose next bytes are the preface, `nil` where the capture lacks it.
    case http2(client: Side?)
    /// The connection was upgraded to HTTP/2 (RFC 7540 §3.2): the exchange on stream 1, the client, and the
    /// slots of exchanges. Stands apart: each connection has room for a switch, and few make it.
    indirect case upgraded(PendingExchange, client: Side, SlotPool)
}
