import Bytes

/// The two ends of a connection in a fixed order, so that packets of both directions have the same key.
struct ConnectionKey: Hashable {
    private var lowerHigh: UInt64
    private var lowerLow: UInt64
    private var upperHigh: UInt64
    private var upperLow: UInt64
    /// The lower end's port in the upper 16 bits, the upper end's in the lower 16.
    private var ports: UInt32
    private var isIPv6: Bool
    /// The number of a network in a tunnel, where another one with the same ends is known under the key without it.
    private var network: UInt32 = 0

    /// The key of the same ends in another network.
    func inside(_ network: UInt32) -> ConnectionKey {
        var key = self
        key.network = network
        return key
    }

    /// Makes the key of a segment, and says whether its sender is the lower end.
    static func of(_ segment: TCPSegment, in packet: IPPacket) -> (key: ConnectionKey, isFromLower: Bool) {
        of(segment, from: packet.source, to: packet.destination, isIPv6: packet.isIPv6)
    }

    /// Makes the key of a segment between two addresses, and says whether its sender is the lower end.
    @inline(__always)
    static func of(
        _ segment: TCPSegment,
        from source: (high: UInt64, low: UInt64),
        to destination: (high: UInt64, low: UInt64),
        isIPv6: Bool
    ) -> (key: ConnectionKey, isFromLower: Bool) {
        let isFromLower =
            (source.high, source.low, segment.sourcePort)
            < (destination.high, destination.low, segment.destinationPort)
        let lower = isFromLower ? source : destination
        let upper = isFromLower ? destination : source
        let lowerPort = isFromLower ? segment.sourcePort : segment.destinationPort
        let upperPort = isFromLower ? segment.destinationPort : segment.sourcePort
        let key = ConnectionKey(
            lowerHigh: lower.high,
            lowerLow: lower.low,
            upperHigh: upper.high,
            upperLow: upper.low,
            ports: UInt32(lowerPort) << 16 | UInt32(upperPort),
            isIPv6: isIPv6
        )
        return (key, isFromLower)
    }

    /// The addresses and ports as they stand in a packet of IPv4 from one of the two ends.
    func plainEnds(fromLower: Bool) -> (addresses: UInt64, ports: UInt32) {
        fromLower
            ? (lowerLow << 32 | upperLow, ports) : (upperLow << 32 | lowerLow, ports << 16 | ports >> 16)
    }

    /// How many values ``slot`` has, a power of two.
    static let slots = 256

    /// A few bits of the ends, from 0 to ``slots`` less 1: an index into a cache, so that only speed depends
    /// on how they are distributed.
    var slot: Int {
        let mixed = (lowerLow ^ upperLow &* 3 ^ UInt64(ports)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 56)
    }

    /// One of the two ends.
    func endpoint(lower: Bool) -> Endpoint {
        Endpoint(
            addressHigh: lower ? lowerHigh : upperHigh,
            addressLow: lower ? lowerLow : upperLow,
            isIPv6: isIPv6,
            port: UInt16(truncatingIfNeeded: lower ? ports >> 16 : ports)
        )
    }
}
