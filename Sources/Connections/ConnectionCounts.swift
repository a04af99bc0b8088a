/// Counts of packets, segments and connections, and of what was wrong with them.
package struct ConnectionCounts: Hashable, Sendable {
    /// Packets of every kind.
    package var packets = 0
    /// TCP segments.
    package var segments = 0
    /// TCP connections.
    package var connections = 0
    /// QUIC connections, which mostly carry HTTP/3: nothing is read from them.
    package var quicConnections = 0
    /// Packets of protocols other than TCP; a packet in a tunnel that is read counts as what it carries.
    package var otherPackets = 0
    /// What packets carried, by kind: those of TCP once their connections are over.
    package var kinds: [PacketKind: Int] = [:]
    /// Packets whose headers are cut off or contradict themselves.
    package var damagedPackets = 0
    /// Packets of which the capture holds only the first bytes, as many as its snap length.
    package var cutPackets = 0
    /// Bytes that were sent again, keep-alive probes included; the first copy is the one that is read.
    package var repeatedBytes = 0
    /// Repeated bytes that differ from the first copy, as far as that was still in memory.
    package var differingBytes = 0
    /// Segments whose sequence number is outside any possible window.
    package var straySegments = 0
    /// Bytes of streams that are not in the capture.
    package var missedBytes = 0

    /// All counts are 0.
    package init() {}
}
