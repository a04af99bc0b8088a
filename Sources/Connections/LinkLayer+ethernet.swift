import CaptureSources

/// Ethernet, and what stands between its header and a packet.
extension LinkLayer {
    /// How many tags, labels and nested Ethernet headers may precede the IP packet: provider networks stack two or
    /// three.
    static let tagLimit = 8

    /// Finds what an Ethernet frame carries.
    static func ethernet(_ bytes: RawSpan, at start: Int) -> NetworkPayload {
        guard bytes.byteCount - start >= 14 else { return .other(.damaged) }
        return etherPayload(bytes, type: bytes.uint16(at: start + 12), at: start + 14)
    }

    /// Skips VLAN tags (IEEE 802.1Q), PPPoE, MPLS and nested Ethernet; a type below 1536 is a length
    /// (IEEE 802.3 §3.2.6).
    static func etherPayload(_ bytes: RawSpan, type: UInt16, at start: Int) -> NetworkPayload {
        var type = type
        var position = start
        for _ in 0..<tagLimit {
            let available = bytes.byteCount - position
            switch type {
            case 0x0800: return .ipv4(position)
            case 0x86DD: return .ipv6(position)
            case 0x8100, 0x88A8, 0x9100, 0x9200:
                guard available >= 4 else { return .other(.damaged) }
                type = bytes.uint16(at: position + 2)
                position += 4
            case 0x8864: return pppPayload(bytes, at: position + 6)
            case 0x880B: return pppPayload(bytes, at: position)
            case 0x8847, 0x8848:
                guard available >= 4 else { return .other(.damaged) }
                let isLast = bytes.byte(at: position + 2) & 1 == 1
                position += 4
                guard isLast else { continue }
                let payload = NetworkPayload.byVersion(bytes, at: position, otherwise: .etherType(type))
                guard case .other = payload, let frame = pseudowireFrame(bytes, at: position) else {
                    return payload
                }
                (type, position) = (0x6558, frame)
            // Transparent Ethernet bridging (RFC 1701), and a provider backbone's instance tag (IEEE 802.1Q §9.7).
            case 0x6558, 0x88E7:
                if type == 0x88E7 { position += 4 }
                guard bytes.byteCount - position >= 14 else { return .other(.damaged) }
                type = bytes.uint16(at: position + 12)
                position += 14
            case ..<0x0600:
                // A SNAP header, with the type at its end (RFC 1042).
                guard available >= 8, bytes.uint32(at: position) == 0xAAAA_0300 else {
                    return .other(.etherType(type))
                }
                type = bytes.uint16(at: position + 6)
                position += 8
            default: return .other(.etherType(type))
            }
        }
        return .other(.tooDeep)
    }

    /// What follows a logical link header with SNAP (RFC 1042).
    static func logicalLinkPayload(_ bytes: RawSpan, at start: Int) -> NetworkPayload {
        etherPayload(bytes, type: 0, at: start)
    }

    /// Where the Ethernet frame of a pseudowire begins: after a control word (RFC 4448 §4.6), or without one.
    private static func pseudowireFrame(_ bytes: RawSpan, at start: Int) -> Int? {
        [start + 4, start].first { frame in
            guard bytes.byteCount - frame >= 14 else { return false }
            if frame > start, bytes.byte(at: start) >> 4 != 0 { return false }
            switch bytes.uint16(at: frame + 12) {
            case 0x0800, 0x86DD, 0x0806, 0x8100, 0x88A8, 0x8847, 0x8864: return true
            default: return false
            }
        }
    }
}
