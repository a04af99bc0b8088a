import CaptureSources

/// Finds the IP packet in a frame.
enum LinkLayer {
    /// Finds what a frame carries.
    static func payload(of bytes: RawSpan, linkType: LinkType) -> NetworkPayload {
        switch linkType {
        case .ethernet: return ethernet(bytes, at: 0)
        case .raw, .rawBSD, .rawOpenBSD: return .byVersion(bytes, at: 0)
        case .ipv4: return .ipv4(0)
        case .ipv6: return .ipv6(0)
        case .linuxSLL:
            guard bytes.byteCount >= 16 else { return .other(.damaged) }
            return etherPayload(bytes, type: bytes.uint16(at: 14), at: 16)
        case .linuxSLL2:
            guard bytes.byteCount >= 20 else { return .other(.damaged) }
            return etherPayload(bytes, type: bytes.uint16(at: 0), at: 20)
        case .ciscoHDLC: return ciscoPayload(bytes, at: 0)
        case .ciscoHDLCWithDirection: return ciscoPayload(bytes, at: 1)
        case .packetTap: return tapPayload(bytes)
        case .perPacketInformation: return perPacketPayload(bytes)
        case .null, .loop: return loopbackPayload(bytes)
        case .ppp, .pppHDLC: return pppPayload(bytes, at: 0)
        case .pppWithDirection: return pppPayload(bytes, at: 1)
        case .pppoe: return pppPayload(bytes, at: 6)
        case .wireless: return wirelessPayload(bytes, at: 0)
        case .wirelessRadiotap: return radiotapPayload(bytes)
        case .netfilterLog: return netfilterLogPayload(bytes)
        case .mpls: return etherPayload(bytes, type: 0x8847, at: 0)
        default: return simplePayload(of: bytes, linkType)
        }
    }

    /// Link types whose header has a fixed length, or nearly so.
    private static func simplePayload(of bytes: RawSpan, _ linkType: LinkType) -> NetworkPayload {
        switch linkType {
        // Family, hook, lengths and zones of Solaris.
        case .ipnet: return .byVersion(bytes, at: 24)
        // OpenBSD's IPsec: family, SPI and flags.
        case .encapsulated: return .byVersion(bytes, at: 12)
        case .packetFilterLog:
            guard bytes.byteCount >= 1 else { return .other(.damaged) }
            return .byVersion(bytes, at: (Int(bytes.byte(at: 0)) + 3) & ~3)
        case .tokenRing:
            // A source route follows the addresses where the first bit of the source's is set (IEEE 802.5 §3.2.4).
            guard bytes.byteCount >= 15 else { return .other(.damaged) }
            let route = bytes.byte(at: 8) & 0x80 == 0 ? 0 : Int(bytes.byte(at: 14) & 0x1F)
            return logicalLinkPayload(bytes, at: 14 + route)
        case .fddi: return logicalLinkPayload(bytes, at: 13)
        case .classicalATM: return logicalLinkPayload(bytes, at: 0)
        case .fibreChannelIP: return logicalLinkPayload(bytes, at: 16)
        case .arcnetLinux: return arcnetPayload(bytes)
        case .fireWireIP:
            guard bytes.byteCount >= 18 else { return .other(.damaged) }
            return etherPayload(bytes, type: bytes.uint16(at: 16), at: 18)
        case .frameRelay: return frameRelayPayload(bytes, at: 0)
        case .frameRelayWithDirection: return frameRelayPayload(bytes, at: 1)
        case .netAnalyzer: return ethernet(bytes, at: 4)
        case .netAnalyzerTransparent: return ethernet(bytes, at: 12)
        default: return .unknownLink
        }
    }

    private static func ciscoPayload(_ bytes: RawSpan, at start: Int) -> NetworkPayload {
        guard bytes.byteCount - start >= 4 else { return .other(.damaged) }
        return etherPayload(bytes, type: bytes.uint16(at: start + 2), at: start + 4)
    }

    /// Addresses, an offset and a type, after which RFC 1201 has flags and a number; a packet in several frames is not
    /// read.
    private static func arcnetPayload(_ bytes: RawSpan) -> NetworkPayload {
        guard bytes.byteCount >= 8 else { return .other(.damaged) }
        switch bytes.byte(at: 4) {
        case 0xF0: return .ipv4(5)
        case 0xD4: return bytes.byte(at: 5) == 0 ? .ipv4(8) : .other(.fragment)
        case 0xF1, 0xD5: return .other(.etherType(0x0806))
        default: return .other(.damaged)
        }
    }

    /// The header's length, and the link type after it, are little-endian: all hosts that write this header
    /// are.
    private static func tapPayload(_ bytes: RawSpan) -> NetworkPayload {
        guard bytes.byteCount >= 12 else { return .other(.damaged) }
        let length = Int(bytes.uint32(at: 0, bigEndian: false))
        let inner = LinkType(rawValue: UInt16(truncatingIfNeeded: bytes.uint32(at: 8, bigEndian: false)))
        guard length >= 12, length <= bytes.byteCount else { return .other(.damaged) }
        return nestedPayload(bytes, at: length, inner)
    }

    /// A header whose length stands in it, and the libpcap number of the link type of what follows.
    private static func perPacketPayload(_ bytes: RawSpan) -> NetworkPayload {
        guard bytes.byteCount >= 8 else { return .other(.damaged) }
        let length = Int(bytes.uint16(at: 2, bigEndian: false))
        let inner = LinkType(rawValue: UInt16(truncatingIfNeeded: bytes.uint32(at: 4, bigEndian: false)))
        guard length >= 8, length <= bytes.byteCount else { return .other(.damaged) }
        return nestedPayload(bytes, at: length, inner)
    }

    /// What follows a header that names the link type of the rest, which may be no such header again.
    private static func nestedPayload(_ bytes: RawSpan, at start: Int, _ linkType: LinkType) -> NetworkPayload
    {
        guard linkType != .packetTap, linkType != .perPacketInformation else { return .other(.damaged) }
        let payload = payload(of: bytes.extracting(start...), linkType: linkType)
        return payload == .unknownLink ? .other(.link(linkType)) : payload.moved(by: start)
    }

    /// The address family is in the byte order of the capturing host, and has the number that its system
    /// uses.
    private static func loopbackPayload(_ bytes: RawSpan) -> NetworkPayload {
        guard bytes.byteCount >= 4 else { return .other(.damaged) }
        let bigEndian = bytes.uint32(at: 0)
        switch bigEndian > 0xFFFF ? bigEndian.byteSwapped : bigEndian {
        case 2: return .ipv4(4)
        case 10, 23, 24, 28, 30: return .ipv6(4)
        default: return .other(.damaged)
        }
    }

    /// The protocol number takes one byte or two, after HDLC's address and control bytes where these are sent
    /// (RFC 1661 §2, RFC 1662 §3.1).
    static func pppPayload(_ bytes: RawSpan, at start: Int) -> NetworkPayload {
        var position = start
        if bytes.byteCount - position >= 2, bytes.uint16(at: position) == 0xFF03 { position += 2 }
        guard bytes.byteCount - position >= 2 else { return .other(.damaged) }
        let isShort = bytes.byte(at: position) & 1 == 1
        let number = isShort ? UInt16(bytes.byte(at: position)) : bytes.uint16(at: position)
        position += isShort ? 1 : 2
        switch number {
        case 0x0021: return .ipv4(position)
        case 0x0057: return .ipv6(position)
        default: return .other(.ppp(number))
        }
    }

    /// An address of two bytes, unnumbered information, and what follows by its network layer identifier (RFC 2427).
    private static func frameRelayPayload(_ bytes: RawSpan, at start: Int) -> NetworkPayload {
        var position = start
        while position < bytes.byteCount, position < start + 4, bytes.byte(at: position) & 1 == 0 {
            position += 1
        }
        position += 1
        guard bytes.byteCount - position >= 2, bytes.byte(at: position) == 0x03 else {
            return .other(.damaged)
        }
        position += 1
        if bytes.byte(at: position) == 0 { position += 1 }
        guard position < bytes.byteCount else { return .other(.damaged) }
        switch bytes.byte(at: position) {
        case 0xCC: return .ipv4(position + 1)
        case 0x8E: return .ipv6(position + 1)
        case 0x80:
            guard bytes.byteCount - position >= 6 else { return .other(.damaged) }
            return etherPayload(bytes, type: bytes.uint16(at: position + 4), at: position + 6)
        default: return .other(.damaged)
        }
    }

    /// Linux's netfilter log: a family, and attributes with the length and type of each in the byte order of the host
    /// that captured; the packet is one of them.
    private static func netfilterLogPayload(_ bytes: RawSpan) -> NetworkPayload {
        guard bytes.byteCount >= 8, bytes.byte(at: 1) == 0 else { return .other(.damaged) }
        // The first length is short, whatever the order.
        let isBigEndian = bytes.byte(at: 4) == 0
        var position = 4
        while bytes.byteCount - position >= 4 {
            let length = Int(bytes.uint16(at: position, bigEndian: isBigEndian))
            guard length >= 4 else { break }
            // The payload, NFULA_PAYLOAD.
            if bytes.uint16(at: position + 2, bigEndian: isBigEndian) & 0x7FFF == 9 {
                return .byVersion(bytes, at: position + 4)
            }
            position += (length + 3) & ~3
        }
        return .other(.damaged)
    }
}
