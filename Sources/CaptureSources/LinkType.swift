/// The type of a packet's outermost header: the `LINKTYPE_` number of a capture's interface.
///
/// Numbers are those of the registry at <https://www.tcpdump.org/linktypes.html>.
@usableFromInline
package struct LinkType: RawRepresentable, Hashable, Sendable {
    /// The registry's number.
    @usableFromInline package var rawValue: UInt16

    /// Makes a link type from the registry's number.
    @inlinable
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Whether two are the same; written out, so that other modules compare inline.
    @inlinable
    package static func == (left: LinkType, right: LinkType) -> Bool { left.rawValue == right.rawValue }

    /// Whether this is ``ethernet``; written out for the same reason.
    @inlinable package var isEthernet: Bool { rawValue == 1 }

    /// BSD loopback: the address family in four bytes, in the byte order of the host that captured.
    package static let null = LinkType(rawValue: 0)
    /// Ethernet.
    package static let ethernet = LinkType(rawValue: 1)
    /// Token Ring (IEEE 802.5).
    package static let tokenRing = LinkType(rawValue: 6)
    /// PPP, with or without the address and control bytes of HDLC.
    package static let ppp = LinkType(rawValue: 9)
    /// FDDI.
    package static let fddi = LinkType(rawValue: 10)
    /// Raw IP, by the number that BSD systems give it (`DLT_RAW` 12).
    package static let rawBSD = LinkType(rawValue: 12)
    /// Raw IP, by the number that OpenBSD gives it (`DLT_RAW` 14).
    package static let rawOpenBSD = LinkType(rawValue: 14)
    /// PPP in HDLC-like framing (RFC 1662).
    package static let pppHDLC = LinkType(rawValue: 50)
    /// PPP over Ethernet, from the PPPoE header on (RFC 2516).
    package static let pppoe = LinkType(rawValue: 51)
    /// IP over ATM, with a logical link header (RFC 2684).
    package static let classicalATM = LinkType(rawValue: 100)
    /// Raw IP: the version is in the first four bits.
    package static let raw = LinkType(rawValue: 101)
    /// Cisco's HDLC: an address, a control byte and an EtherType.
    package static let ciscoHDLC = LinkType(rawValue: 104)
    /// IEEE 802.11, from the frame's header on.
    package static let wireless = LinkType(rawValue: 105)
    /// Frame Relay (RFC 2427).
    package static let frameRelay = LinkType(rawValue: 107)
    /// OpenBSD loopback: the address family in four bytes, big-endian.
    package static let loop = LinkType(rawValue: 108)
    /// OpenBSD's encapsulating interface: what IPsec was taken off.
    package static let encapsulated = LinkType(rawValue: 109)
    /// Linux "cooked" capture, version 1, as of the pseudo-interface `any`.
    package static let linuxSLL = LinkType(rawValue: 113)
    /// OpenBSD's packet filter log.
    package static let packetFilterLog = LinkType(rawValue: 117)
    /// IP over Fibre Channel (RFC 2625).
    package static let fibreChannelIP = LinkType(rawValue: 122)
    /// IEEE 802.11 after a radiotap header.
    package static let wirelessRadiotap = LinkType(rawValue: 127)
    /// ARCNET as Linux captures it (RFC 1051, RFC 1201).
    package static let arcnetLinux = LinkType(rawValue: 129)
    /// IP over IEEE 1394 as macOS captures it.
    package static let fireWireIP = LinkType(rawValue: 138)
    /// A header per packet that names the link type of what follows (PPI).
    package static let perPacketInformation = LinkType(rawValue: 192)
    /// PPP after a byte for the direction.
    package static let pppWithDirection = LinkType(rawValue: 204)
    /// Cisco's HDLC after a byte for the direction.
    package static let ciscoHDLCWithDirection = LinkType(rawValue: 205)
    /// Frame Relay after a byte for the direction.
    package static let frameRelayWithDirection = LinkType(rawValue: 206)
    /// MPLS, from the first label on.
    package static let mpls = LinkType(rawValue: 219)
    /// Solaris's IP observability header.
    package static let ipnet = LinkType(rawValue: 226)
    /// Raw IPv4.
    package static let ipv4 = LinkType(rawValue: 228)
    /// Raw IPv6.
    package static let ipv6 = LinkType(rawValue: 229)
    /// Linux's netfilter log.
    package static let netfilterLog = LinkType(rawValue: 239)
    /// Ethernet after the four bytes of a netANALYZER.
    package static let netAnalyzer = LinkType(rawValue: 240)
    /// Ethernet after the four bytes of a netANALYZER and the preamble.
    package static let netAnalyzerTransparent = LinkType(rawValue: 241)
    /// macOS's packet tap, as of `tcpdump -i any` there: a header that names the link type of what follows.
    package static let packetTap = LinkType(rawValue: 258)
    /// Linux "cooked" capture, version 2.
    package static let linuxSLL2 = LinkType(rawValue: 276)
}
