/// How much the reassembly holds, and how long it waits, at most.
///
/// Only a hostile or badly broken capture reaches them. What is then given up is reported as a gap or as an
/// end, and the limit is listed once in ``ConnectionReassembly/passedLimits``.
package struct ReassemblyLimits: Hashable, Sendable {
    /// Bytes of one stream that wait for bytes before them: twice the largest receive window in common use.
    package var heldBytesPerStream = 16 << 20
    /// Segments of one stream that wait: the same window in full-sized segments.
    package var heldSegmentsPerStream = 16_384
    /// Bytes of all streams that wait, with the memory that each waiting segment takes besides, as far as the capture's
    /// memory allows: two thirds of it, so that some is left for the connections that the segments belong to.
    package var heldBytesInAll = 32 << 20
    /// Connections whose streams are open, as far as the capture's memory allows: some 700 bytes each.
    package var openConnections = 49_152
    /// Closed connections that are remembered, so that late segments are not taken for new connections.
    package var closedConnections = 16_384
    /// Packets of a connection after which a gap that the receiver has acknowledged is given up.
    ///
    /// A capture may have an acknowledgement before the segment that it acknowledges, though rarely by many
    /// packets.
    package var packetsBeforeGap = 32
    /// Connections that wait to see whether a RST ended them: each is open as long.
    package var resetConnections = 1_024
    /// Packets of the capture after which a RST has ended a connection that did not go on: some seconds on a busy link.
    package var packetsBeforeReset = 16_384
    /// How long on a live capture a connection has to be silent until a RST has ended it, and until bytes that its other
    /// side has acknowledged are taken for missing.
    package var nanosecondsBeforeSettling: Int64 = 2_000_000_000
    /// How long on a live capture a connection has to be silent until it is taken for ended: 2 hours and 4 minutes, as NATs
    /// have it, within which keep-alives come (RFC 5382 REQ-5).
    package var nanosecondsBeforeForgetting: Int64 = 7_440_000_000_000
    /// Tunnels in one another that are read through: providers' networks nest two or three.
    package var nestedTunnels = 8
    /// Segments to wait for at the start of a stream whose SYN was not captured, in case an earlier one follows.
    package var segmentsBeforeStart = 4
    /// How far before the first segment seen an earlier one may begin, in bytes: one large segment.
    package var bytesBeforeStart = 65_536
    /// IP datagrams with some fragments still missing.
    package var fragmentedDatagrams = 1_024
    /// Bytes of fragments that wait.
    package var fragmentBytes = 16 << 20

    /// Makes the default limits.
    package init() {}
}

/// A limit of ``ReassemblyLimits`` that was passed.
package enum ReassemblyLimit: UInt8, Hashable, Sendable, CaseIterable {
    /// Too many bytes or segments of one stream waited; what was missing before them was given up.
    case heldPerStream
    /// Too many bytes of all streams waited, or more than there is memory for; what was missing before those of one stream
    /// was given up.
    case heldInAll
    /// Too many connections were open; the one unused for longest was given up.
    case openConnections
    /// Packets had more tunnels in one another than are read; they were skipped.
    case nestedTunnels
    /// Too many fragments of IP datagrams waited; those of the oldest datagram were given up.
    case fragments
}
