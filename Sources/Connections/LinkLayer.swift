import CaptureSources

/// What a frame's payload is, and where it begins.
enum NetworkPayload: Equatable {
    /// An IPv4 packet.
    case ipv4(Int)
    /// An IPv6 packet.
    case ipv6(Int)
    /// Something else, or too short to tell.
    case other
    /// The link type is not known.
    case unknownLink
}

/// Finds the IP packet in a frame.
enum LinkLayer {
    /// How many tags and labels may precede the IP packet: provider networks stack two or three.
    private static let tagLimit = 8

    /// Finds what a frame carries.
    static func payload(of bytes: RawSpan, linkType: LinkType) -> NetworkPayload {
        switch linkType {
        case .ethernet:
            guard bytes.byteCount >= 14 else { return .other }
            return etherPayload(bytes, type: bytes.uint16(at: 12), at: 14)
        case .raw, .rawBSD, .rawOpenBSD: return byVersion(bytes, at: 0)
        case .ipv4: return .ipv4(0)
        case .ipv6: return .ipv6(0)
        case .linuxSLL:
            guard bytes.byteCount >= 16 else { return .other }
            return etherPayload(bytes, type: bytes.uint16(at: 14), at: 16)
        case .linuxSLL2:
            guard bytes.byteCount >= 20 else { return .other }
            return etherPayload(bytes, type: bytes.uint16(at: 0), at: 20)
        case .ciscoHDLC:
            guard bytes.byteCount >= 4 else { return .other }
            return etherPayload(bytes, type: bytes.uint16(at: 2), at: 4)
        case .packetTap: return tapPayload(bytes)
        case .null, .loop: return loopbackPayload(bytes)
        case .ppp, .pppHDLC: return pppPayload(bytes, at: 0)
        case .pppoe: return pppPayload(bytes, at: 6)
        default: return .unknownLink
        }
    }

    /// Skips VLAN tags (IEEE 802.1Q), PPPoE and MPLS; a type below 1536 is a length (IEEE 802.3 §3.2.6).
    private static func etherPayload(_ bytes: RawSpan, type: UInt16, at start: Int) -> NetworkPayload {
        var type = type
        var position = start
        for _ in 0..<tagLimit {
            switch type {
            case 0x0800: return .ipv4(position)
            case 0x86DD: return .ipv6(position)
            case 0x8100, 0x88A8, 0x9100, 0x9200:
                guard bytes.byteCount - position >= 4 else { return .other }
                type = bytes.uint16(at: position + 2)
                position += 4
            case 0x8864: return pppPayload(bytes, at: position + 6)
            case 0x8847, 0x8848:
                guard bytes.byteCount - position >= 4 else { return .other }
                let isLast = bytes.byte(at: position + 2) & 1 == 1
                position += 4
                if isLast { return byVersion(bytes, at: position) }
            case ..<0x0600:
                // A SNAP header, with the type at its end (RFC 1042).
                guard bytes.byteCount - position >= 8, bytes.uint32(at: position) == 0xAAAA_0300 else {
                    return .other
                }
                type = bytes.uint16(at: position + 6)
                position += 8
            default: return .other
            }
        }
        return .other
    }

    /// The header's length, and the link type after it, are little-endian: all hosts that write this header
    /// are.
    private static func tapPayload(_ bytes: RawSpan) -> NetworkPayload {
        guard bytes.byteCount >= 12 else { return .other }
        let length = Int(bytes.uint32(at: 0, bigEndian: false))
        let inner = LinkType(rawValue: UInt16(truncatingIfNeeded: bytes.uint32(at: 8, bigEndian: false)))
        guard length >= 12, length <= bytes.byteCount, inner != .packetTap else { return .other }
        switch payload(of: bytes.extracting(length...), linkType: inner) {
        case .ipv4(let start): return .ipv4(length + start)
        case .ipv6(let start): return .ipv6(length + start)
        case .other, .unknownLink: return .other
        }
    }

    /// The address family is in the byte order of the capturing host, and has the number that its system
    /// uses.
    private static func loopbackPayload(_ bytes: RawSpan) -> NetworkPayload {
        guard bytes.byteCount >= 4 else { return .other }
        let bigEndian = bytes.uint32(at: 0)
        switch bigEndian > 0xFFFF ? bigEndian.byteSwapped : bigEndian {
        case 2: return .ipv4(4)
        case 10, 23, 24, 28, 30: return .ipv6(4)
        default: return .other
        }
    }

    /// The protocol number takes one byte or two, after HDLC's address and control bytes where these are sent
    /// (RFC 1661 §2, RFC 1662 §3.1).
    private static func pppPayload(_ bytes: RawSpan, at start: Int) -> NetworkPayload {
        var position = start
        if bytes.byteCount - position >= 2, bytes.uint16(at: position) == 0xFF03 { position += 2 }
        guard bytes.byteCount - position >= 2 else { return .other }
        let isShort = bytes.byte(at: position) & 1 == 1
        let number = isShort ? UInt16(bytes.byte(at: position)) : bytes.uint16(at: position)
        position += isShort ? 1 : 2
        switch number {
        case 0x0021: return .ipv4(position)
        case 0x0057: return .ipv6(position)
        default: return .other
        }
    }

    private static func byVersion(_ bytes: RawSpan, at position: Int) -> NetworkPayload {
        guard position < bytes.byteCount else { return .other }
        switch bytes.byte(at: position) >> 4 {
        case 4: return .ipv4(position)
        case 6: return .ipv6(position)
        default: return .other
        }
    }
}
