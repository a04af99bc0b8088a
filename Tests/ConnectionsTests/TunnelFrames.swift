import Bytes
import CaptureSources

/// Packets in tunnels, built header by header; each carries the same inner packet.
enum TunnelFrames {
    /// The packet inside, from addresses of its own.
    static let inner = SegmentBuilder.ipv4(
        SegmentBuilder(sequence: 7, payload: Array("payload".utf8)).tcp,
        from: [192, 168, 0, 1],
        to: [192, 168, 0, 2]
    )
    /// The same in an Ethernet frame.
    static let frame = SegmentBuilder.ethernet(inner)
    /// The same over IPv6.
    static let inner6 = SegmentBuilder.ipv6(SegmentBuilder(sequence: 7, payload: Array("payload".utf8)).tcp)

    /// A datagram of UDP in IPv4.
    static func udp(_ port: UInt16, _ payload: [UInt8]) -> [UInt8] {
        let header =
            UInt16(50_000).bigEndianBytes + port.bigEndianBytes + UInt16(8 + payload.count).bigEndianBytes + [
                0, 0,
            ]
        return SegmentBuilder.ipv4(header + payload, transport: 17)
    }

    private static func ip(_ transport: UInt8, _ payload: [UInt8]) -> [UInt8] {
        SegmentBuilder.ipv4(payload, transport: transport)
    }

    /// All, by name; raw IP each.
    static let all: [(name: String, bytes: [UInt8])] = {
        var tunnels: [(name: String, bytes: [UInt8])] = []
        func add(_ name: String, _ bytes: [UInt8]) { tunnels.append((name, bytes)) }
        add("IPv4 in IPv4", ip(4, inner))
        add("IPv6 in IPv4", ip(41, inner6))
        add("IPv4 in IPv6", SegmentBuilder.ipv6(inner, next: 4))
        add("IPv6 in IPv6", SegmentBuilder.ipv6(inner6, next: 41))
        add("authenticated", ip(51, [6, 4] + [UInt8](repeating: 0, count: 22) + Array(inner.dropFirst(20))))
        add("GRE", ip(47, [0, 0, 8, 0] + inner))
        add("GRE with IPv6", ip(47, [0, 0, 0x86, 0xDD] + inner6))
        add(
            "GRE with a checksum, a key and a number",
            ip(47, [0xB0, 0, 8, 0] + [UInt8](repeating: 1, count: 12) + inner)
        )
        add("GRE with Ethernet", ip(47, [0x20, 0, 0x65, 0x58, 0, 0, 1, 0] + frame))
        add("GRE with MPLS", ip(47, [0, 0, 0x88, 0x47, 0, 1, 1, 64] + inner))
        add(
            "GRE of PPTP",
            ip(47, [0x30, 0x81, 0x88, 0x0B, 0, 51, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0xFF, 3, 0, 0x21] + inner)
        )
        add("GRE of WCCP", ip(47, [0, 0, 0x88, 0x3E, 0, 0, 0, 0] + inner))
        add("ERSPAN I", ip(47, [0, 0, 0x88, 0xBE] + frame))
        add("ERSPAN II", ip(47, [0x10, 0, 0x88, 0xBE, 0, 0, 0, 1, 0x10, 1, 0, 1, 0, 0, 0, 0] + frame))
        add(
            "ERSPAN III",
            ip(
                47,
                [0x10, 0, 0x22, 0xEB, 0, 0, 0, 1, 0x20, 1, 0, 1] + [UInt8](repeating: 0, count: 8) + frame
            )
        )
        add(
            "ERSPAN III with a subheader",
            ip(
                47,
                [0x10, 0, 0x22, 0xEB, 0, 0, 0, 1, 0x20, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]
                    + [UInt8](repeating: 0, count: 8) + frame
            )
        )
        add("EtherIP", ip(97, [0x30, 0] + frame))
        add("MPLS in IP", ip(137, [0, 1, 1, 64] + inner))
        add("L2TPv3 over IP", ip(115, [0, 0, 0, 5] + frame))
        add(
            "L2TPv3 over IP with a cookie and a sublayer",
            ip(115, [0, 0, 0, 5] + [UInt8](repeating: 0x77, count: 12) + frame)
        )
        add("L2TPv2", udp(1701, [0, 2, 0, 1, 0, 1, 0xFF, 3, 0, 0x21] + inner))
        add(
            "L2TPv2 with all fields",
            udp(1701, [0x4A, 2, 0, 65, 0, 1, 0, 1, 0, 0, 0, 0, 0, 2, 9, 9, 0, 0x21] + inner)
        )
        add("L2TPv3 over UDP", udp(1701, [0, 3, 0, 0, 0, 0, 0, 5] + frame))
        add("GTP-U", udp(2152, [0x30, 0xFF, 0, 47, 0, 0, 0, 1] + inner))
        add(
            "GTP-U with extensions",
            udp(2152, [0x34, 0xFF, 0, 55, 0, 0, 0, 1, 0, 0, 0, 0x85, 1, 0, 9, 0] + inner)
        )
        add("GTP-U with Ethernet", udp(2152, [0x30, 0xFF, 0, 61, 0, 0, 0, 1] + frame))
        add("VXLAN", udp(4789, [8, 0, 0, 0, 0, 0, 5, 0] + frame))
        add("VXLAN on its old port", udp(8472, [8, 0, 0, 0, 0, 0, 5, 0] + frame))
        add("VXLAN-GPE", udp(4790, [0x0C, 0, 0, 1, 0, 0, 5, 0] + inner))
        add("Geneve", udp(6081, [0, 0, 0x65, 0x58, 0, 0, 5, 0] + frame))
        add("Geneve with an option", udp(6081, [2, 0, 8, 0, 0, 0, 5, 0] + [1, 2, 3, 1, 4, 5, 6, 7] + inner))
        add("Teredo", udp(3544, inner6))
        add("GRE in UDP", udp(4754, [0, 0, 8, 0] + inner))
        add("MPLS in UDP", udp(6635, [0, 1, 1, 64] + inner))
        add("TZSP", udp(37_008, [1, 0, 0, 1, 0, 10, 1, 7, 1] + frame))
        add(
            "a tunnel in a tunnel in a tunnel",
            ip(
                4,
                udp(4789, [8, 0, 0, 0, 0, 0, 5, 0] + SegmentBuilder.ethernet(ip(47, [0, 0, 8, 0] + inner)))
            )
        )
        return tunnels
    }()

    /// What stands between an Ethernet header and a packet.
    static let frames: [(name: String, bytes: [UInt8])] = {
        var tunnels: [(name: String, bytes: [UInt8])] = []
        func add(_ name: String, _ bytes: [UInt8]) { tunnels.append((name, bytes)) }
        add(
            "MPLS with a pseudowire and a control word",
            SegmentBuilder.ethernet([0, 1, 1, 64, 0, 0, 0, 0] + frame, type: 0x8847)
        )
        add("MPLS with a pseudowire", SegmentBuilder.ethernet([0, 1, 1, 64] + frame, type: 0x8847))
        add("a provider's backbone", SegmentBuilder.ethernet([0, 0, 0, 1] + frame, type: 0x88E7))
        add("PPPoE", SegmentBuilder.ethernet([0x11, 0, 0, 1, 0, 80, 0, 0x21] + inner, type: 0x8864))
        return tunnels
    }()
}
