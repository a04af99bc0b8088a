/// What was met on the way from packets to streams.
package struct ConnectionCounts: Hashable, Sendable {
    /// Packets of every kind.
    package var packets = 0
    /// TCP segments.
    package var segments = 0
    /// Connections.
    package var connections = 0
    /// Connections of QUIC, which carry HTTP/3 most often: nothing is read from them.
    package var quicConnections = 0
    /// Packets of other protocols than TCP.
    package var otherPackets = 0
    /// Packets whose headers are cut off or contradict themselves.
    package var damagedPackets = 0
    /// Bytes that were sent again, keep-alive probes included; their first appearance counts.
    package var repeatedBytes = 0
    /// Repeated bytes that were not the same the second time, as far as the first was still held.
    package var differingBytes = 0
    /// Segments whose sequence number is outside of any window.
    package var straySegments = 0
    /// Bytes of streams that are not in the capture.
    package var missedBytes = 0

    /// Counts nothing yet.
    package init() {}
}
