package import Bytes

/// An event of the plain streams that a connection carries inside TLS or a tunnel.
package enum PlainStreamEvent: Sendable {
    /// The streams of a layer begin; the summary names the TLS version that protected them.
    case opened(ConnectionSummary)
    /// The next bytes of a stream.
    case received([UInt8], from: Side, ByteOrigin)
    /// The next bytes of a stream are missing: how many, and why.
    case missed(Int, from: Side, GapCause, ByteOrigin)
    /// A stream has ended.
    case ended(StreamEnd, from: Side, ByteOrigin)
    /// Nothing more of the layer follows.
    case closed
}

/// An event, and the layer that it belongs to: 0 for the connection's own streams, 1 and more inside tunnels
/// and TLS.
package struct LayerEvent: Sendable {
    /// The layer, from 0.
    package var layer: Int
    /// What happened there.
    package var event: PlainStreamEvent
}
