/// The type of a packet's outermost header: the `LINKTYPE_` number of a capture's interface.
///
/// Numbers are those of the registry at <https://www.tcpdump.org/linktypes.html>.
package struct LinkType: RawRepresentable, Hashable, Sendable {
    /// The registry's number.
    package var rawValue: UInt16

    /// Makes a link type from the registry's number.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Whether two are the same; written out, so that other modules compare inline.
    @inlinable
    package static func == (left: LinkType, right: LinkType) -> Bool { left.rawValue == right.rawValue }

    /// BSD loopback: the address family in four bytes, in the byte order of the host that captured.
    package static let null = LinkType(rawValue: 0)
    /// Ethernet.
    package static let ethernet = LinkType(rawValue: 1)
    /// PPP, with or without the address and control bytes of HDLC.
    package static let ppp = LinkType(rawValue: 9)
    /// Raw IP, by the number that BSD systems give it (`DLT_RAW` 12).
    package static let rawBSD = LinkType(rawValue: 12)
    /// Raw IP, by the number that OpenBSD gives it (`DLT_RAW` 14).
    package static let rawOpenBSD = LinkType(rawValue: 14)
    /// PPP in HDLC-like framing (RFC 1662).
    package static let pppHDLC = LinkType(rawValue: 50)
    /// PPP over Ethernet, from the PPPoE header on (RFC 2516).
    package static let pppoe = LinkType(rawValue: 51)
    /// Raw IP: the version is in the first four bits.
    package static let raw = LinkType(rawValue: 101)
    /// Cisco's HDLC: an address, a control byte and an EtherType.
    package static let ciscoHDLC = LinkType(rawValue: 104)
    /// OpenBSD loopback: the address family in four bytes, big-endian.
    package static let loop = LinkType(rawValue: 108)
    /// Linux "cooked" capture, version 1, as of the pseudo-interface `any`.
    package static let linuxSLL = LinkType(rawValue: 113)
    /// Raw IPv4.
    package static let ipv4 = LinkType(rawValue: 228)
    /// Raw IPv6.
    package static let ipv6 = LinkType(rawValue: 229)
    /// macOS's packet tap, as of `tcpdump -i any` there: a header that names the link type of what follows.
    package static let packetTap = LinkType(rawValue: 258)
    /// Linux "cooked" capture, version 2.
    package static let linuxSLL2 = LinkType(rawValue: 276)
}
