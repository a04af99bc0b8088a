import CaptureSources

/// What a header's payload is, and where it begins.
enum NetworkPayload: Equatable {
    /// An IPv4 packet.
    case ipv4(Int)
    /// An IPv6 packet.
    case ipv6(Int)
    /// Packets of a wireless network, each after a header of its own (IEEE 802.11 §9.3.2.2).
    case aggregate(Int)
    /// Something else, or too short to tell.
    case other(PacketKind)
    /// The link type is not read.
    case unknownLink

    /// The same, `count` bytes further on.
    func moved(by count: Int) -> NetworkPayload {
        switch self {
        case .ipv4(let start): .ipv4(start + count)
        case .ipv6(let start): .ipv6(start + count)
        case .aggregate(let start): .aggregate(start + count)
        case .other, .unknownLink: self
        }
    }

    /// An IP packet of either version, told by its first four bits.
    static func byVersion(_ bytes: RawSpan, at position: Int, otherwise kind: PacketKind = .damaged)
        -> NetworkPayload
    {
        guard position < bytes.byteCount else { return .other(kind) }
        switch bytes.byte(at: position) >> 4 {
        case 4: return .ipv4(position)
        case 6: return .ipv6(position)
        default: return .other(kind)
        }
    }
}
