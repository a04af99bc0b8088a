import CaptureSources

/// Finds the packet inside the payload of an IP packet that is a tunnel.
///
/// Networks with the same addresses are kept apart by the number that VXLAN, Geneve and GRE have for them
/// (``network(of:_:)``). Other headers do not tell networks apart: outer addresses, VLANs and the identifiers of GTP and
/// L2TP may differ for the two directions of one connection, and for copies of one packet that were captured twice.
enum TunnelLayer {
    /// Finds what a tunnel carries.
    ///
    /// - Parameters:
    ///   - transport: the protocol number of the outer packet.
    ///   - bytes: its payload.
    /// - Returns: what is inside; `nil` where this is no tunnel, or none that is understood.
    static func payload(of transport: UInt8, _ bytes: RawSpan) -> NetworkPayload? {
        switch transport {
        case IPPacket.udp: datagram(bytes)
        case 4: .ipv4(0)
        case 41: .ipv6(0)
        case 94: .byVersion(bytes, at: 0)
        case 47: gre(bytes, at: 0)
        // EtherIP: its version and reserved bits (RFC 3378 §4.1).
        case 97: LinkLayer.ethernet(bytes, at: 2)
        case 115: sessionFrame(bytes, at: 0)
        case 137: LinkLayer.etherPayload(bytes, type: 0x8847, at: 0)
        default: nil
        }
    }

    /// The number of the network that a packet inside of a tunnel belongs to: the identifier of VXLAN or Geneve, or GRE's
    /// key; 0 where the header has none.
    ///
    /// - Parameters:
    ///   - transport: the protocol number of the outer packet.
    ///   - bytes: its payload, which is a tunnel.
    /// - Returns: the number, which has a meaning within one kind of tunnel.
    static func network(of transport: UInt8, _ bytes: RawSpan) -> UInt32 {
        switch transport {
        case IPPacket.udp:
            guard bytes.byteCount >= 16 else { return 0 }
            let ports = [bytes.uint16(at: 2), bytes.uint16(at: 0)]
            guard let port = ports.first(where: { tunnel(on: $0, bytes) != nil }) else { return 0 }
            return [4789, 8472, 4790, 6081].contains(port) ? bytes.uint32(at: 12) >> 8 : 0
        case 47:
            guard bytes.byteCount >= 4 else { return 0 }
            let flags = bytes.uint16(at: 0)
            // In version 1 the field holds a length and the number of a call (RFC 2637 §4.1).
            guard flags & 0x2007 == 0x2000 else { return 0 }
            let position = flags & 0xC000 != 0 ? 8 : 4
            return bytes.byteCount >= position + 4 ? bytes.uint32(at: position) : 0
        default: return 0
        }
    }

    /// Finds what a UDP datagram carries, its header included, by the port it was sent to or from.
    private static func datagram(_ bytes: RawSpan) -> NetworkPayload? {
        guard bytes.byteCount > 16 else { return nil }
        return tunnel(on: bytes.uint16(at: 2), bytes) ?? tunnel(on: bytes.uint16(at: 0), bytes)
    }

    private static func tunnel(on port: UInt16, _ bytes: RawSpan) -> NetworkPayload? {
        switch port {
        case 1701: l2tp(bytes, at: 8)
        case 2152: gtp(bytes, at: 8)
        // Teredo, where nothing of its own precedes the packet (RFC 4380 §5.1.1).
        case 3544: bytes.byte(at: 8) >> 4 == 6 ? .ipv6(8) : nil
        case 4754: gre(bytes, at: 8)
        // The I bit says that there is a network identifier (RFC 7348 §5).
        case 4789, 8472: bytes.byte(at: 8) & 0x08 != 0 ? LinkLayer.ethernet(bytes, at: 16) : nil
        case 4790: genericVXLAN(bytes, at: 8)
        case 6081: geneve(bytes, at: 8)
        case 6635: LinkLayer.etherPayload(bytes, type: 0x8847, at: 8)
        case 37_008: tazmenSniffer(bytes, at: 8)
        default: nil
        }
    }

    /// The header's flags say which of its fields are there (RFC 2784, RFC 2890, RFC 1701; PPTP's in RFC 2637 §4.1).
    private static func gre(_ bytes: RawSpan, at start: Int) -> NetworkPayload? {
        guard bytes.byteCount - start >= 4 else { return nil }
        let flags = bytes.uint16(at: start)
        let type = bytes.uint16(at: start + 2)
        let hasSequence = flags & 0x1000 != 0
        var position = start + 4
        if flags & 0xC000 != 0 { position += 4 }
        if flags & 0x2000 != 0 { position += 4 }
        if hasSequence { position += 4 }
        switch flags & 0x07 {
        case 0: break
        case 1: if flags & 0x0080 != 0 { position += 4 }
        default: return nil
        }
        // A source route is not read, and an acknowledgement carries nothing.
        guard flags & 0x4000 == 0, bytes.byteCount > position else { return nil }
        switch type {
        case 0x88BE:
            // Version I has no header of its own, and no sequence number.
            return LinkLayer.ethernet(bytes, at: position + (hasSequence ? 8 : 0))
        case 0x22EB:
            guard bytes.byteCount - position >= 12 else { return nil }
            let hasSubheader = bytes.byte(at: position + 11) & 1 == 1
            let isFrame = bytes.byte(at: position + 10) & 0x7C == 0
            position += hasSubheader ? 20 : 12
            return isFrame ? LinkLayer.ethernet(bytes, at: position) : .byVersion(bytes, at: position)
        // WCCP: version 2 has four bytes before the packet.
        case 0x883E:
            let payload = NetworkPayload.byVersion(bytes, at: position)
            if case .other = payload { return .byVersion(bytes, at: position + 4) }
            return payload
        case 0x0000: return nil
        default: return LinkLayer.etherPayload(bytes, type: type, at: position)
        }
    }

    /// Version 2 carries PPP after fields that its flags name (RFC 2661 §3.1), version 3 a frame after a session's
    /// number and what both ends agreed on (RFC 3931 §4.1.2).
    private static func l2tp(_ bytes: RawSpan, at start: Int) -> NetworkPayload? {
        let flags = bytes.uint16(at: start)
        guard flags & 0x8000 == 0 else { return nil }
        switch flags & 0x0F {
        case 2:
            var position = start + 6
            if flags & 0x4000 != 0 { position += 2 }
            if flags & 0x0800 != 0 { position += 4 }
            if flags & 0x0200 != 0 {
                guard bytes.byteCount - position >= 2 else { return nil }
                position += 2 + Int(bytes.uint16(at: position))
            }
            return LinkLayer.pppPayload(bytes, at: position)
        case 3: return sessionFrame(bytes, at: start + 4)
        default: return nil
        }
    }

    /// The length of the cookie and of the sublayer's header is known to both ends alone: of the lengths that they can
    /// have, the first is taken after which an Ethernet frame with an IP packet begins.
    private static func sessionFrame(_ bytes: RawSpan, at start: Int) -> NetworkPayload? {
        // Session 0 is that of control messages.
        guard bytes.byteCount - start >= 4, bytes.uint32(at: start) != 0 else { return nil }
        for length in [4, 8, 12, 16] {
            let payload = LinkLayer.ethernet(bytes, at: start + length)
            switch payload {
            case .ipv4(let packet) where packet < bytes.byteCount && bytes.byte(at: packet) >> 4 == 4:
                return payload
            case .ipv6(let packet) where packet < bytes.byteCount && bytes.byte(at: packet) >> 4 == 6:
                return payload
            default: continue
            }
        }
        return nil
    }

    /// Version 1 of GTP-U: a packet, after a header with a chain of extensions (3GPP TS 29.281 §5).
    private static func gtp(_ bytes: RawSpan, at start: Int) -> NetworkPayload? {
        let flags = bytes.byte(at: start)
        guard flags & 0xF0 == 0x30, bytes.byte(at: start + 1) == 0xFF else { return nil }
        var position = start + 8
        if flags & 0x07 != 0 {
            guard bytes.byteCount - position >= 4 else { return nil }
            var next = flags & 0x04 != 0 ? bytes.byte(at: position + 3) : 0
            position += 4
            while next != 0 {
                guard position < bytes.byteCount else { return nil }
                let length = Int(bytes.byte(at: position)) * 4
                guard length > 0, bytes.byteCount - position >= length else { return nil }
                next = bytes.byte(at: position + length - 1)
                position += length
            }
        }
        let payload = NetworkPayload.byVersion(bytes, at: position)
        if case .other = payload { return LinkLayer.ethernet(bytes, at: position) }
        return payload
    }

    /// VXLAN with the protocol of what follows (draft-ietf-nvo3-vxlan-gpe §3).
    private static func genericVXLAN(_ bytes: RawSpan, at start: Int) -> NetworkPayload? {
        guard bytes.byte(at: start) & 0x0C == 0x0C else { return nil }
        switch bytes.byte(at: start + 3) {
        case 1: return .ipv4(start + 8)
        case 2: return .ipv6(start + 8)
        case 3: return LinkLayer.ethernet(bytes, at: start + 8)
        case 5: return LinkLayer.etherPayload(bytes, type: 0x8847, at: start + 8)
        default: return nil
        }
    }

    /// A header with options, and the EtherType of what follows (RFC 8926 §3.4).
    private static func geneve(_ bytes: RawSpan, at start: Int) -> NetworkPayload? {
        guard bytes.byte(at: start) >> 6 == 0 else { return nil }
        let position = start + 8 + Int(bytes.byte(at: start) & 0x3F) * 4
        guard bytes.byteCount > position else { return nil }
        return LinkLayer.etherPayload(bytes, type: bytes.uint16(at: start + 2), at: position)
    }

    /// What MikroTik routers and others send to a sniffer: a header, tags and an Ethernet frame.
    private static func tazmenSniffer(_ bytes: RawSpan, at start: Int) -> NetworkPayload? {
        guard bytes.byte(at: start) == 1, bytes.uint16(at: start + 2) == 1 else { return nil }
        var position = start + 4
        while position < bytes.byteCount {
            switch bytes.byte(at: position) {
            case 0: position += 1
            case 1: return LinkLayer.ethernet(bytes, at: position + 1)
            default:
                guard position + 1 < bytes.byteCount else { return nil }
                position += 2 + Int(bytes.byte(at: position + 1))
            }
        }
        return nil
    }
}
