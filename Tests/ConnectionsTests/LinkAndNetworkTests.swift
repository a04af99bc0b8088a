import Bytes
import CaptureSources
import Connections
import Testing

@Suite struct LinkAndNetworkTests {
    private static let packet = SegmentBuilder(sequence: 7, payload: Array("payload".utf8)).ipv4()
    private static let packet6 = SegmentBuilder.ipv6(
        SegmentBuilder(sequence: 7, payload: Array("payload".utf8)).tcp
    )

    private func payload(_ bytes: [UInt8], _ linkType: LinkType, originalLength: Int? = nil) -> [SegmentScript
        .Event]
    {
        var script = SegmentScript()
        script.packet(bytes, linkType: linkType, originalLength: originalLength)
        return Array(script.finish().dropFirst().dropLast(3))
    }

    private static let frames: [(LinkType, [UInt8])] = [
        (.ethernet, SegmentBuilder.ethernet(packet)),
        (.ethernet, SegmentBuilder.ethernet(packet6, type: 0x86DD)),
        (.ethernet, SegmentBuilder.ethernet(packet, tags: [0x81, 0, 0, 5])),
        (.ethernet, SegmentBuilder.ethernet(packet, tags: [0x88, 0xA8, 0, 5, 0x81, 0, 0, 6])),
        (.ethernet, SegmentBuilder.ethernet(packet, tags: [0x91, 0, 0, 5, 0x81, 0, 0, 6])),
        (.ethernet, SegmentBuilder.ethernet([0x11, 0, 0, 1, 0, 80, 0, 0x21] + packet, type: 0x8864)),
        (.ethernet, SegmentBuilder.ethernet([0, 1, 0, 64, 0, 2, 1, 64] + packet, type: 0x8847)),
        (.ethernet, SegmentBuilder.ethernet([0xAA, 0xAA, 3, 0, 0, 0, 8, 0] + packet, type: 64)),
        (.linuxSLL, [UInt8](repeating: 0, count: 14) + [8, 0] + packet),
        (.linuxSLL, [UInt8](repeating: 0, count: 14) + [0x81, 0, 0, 5, 8, 0] + packet),
        (.linuxSLL2, [0x86, 0xDD] + [UInt8](repeating: 0, count: 18) + packet6),
        (.null, [2, 0, 0, 0] + packet),
        (.null, [0, 0, 0, 2] + packet),
        (.null, [30, 0, 0, 0] + packet6),
        (.null, [24, 0, 0, 0] + packet6),
        (.null, [10, 0, 0, 0] + packet6),
        (.loop, [0, 0, 0, 2] + packet),
        (.loop, [0, 0, 0, 28] + packet6),
        (.raw, packet), (.raw, packet6), (.rawBSD, packet), (.rawOpenBSD, packet6),
        (.ipv4, packet), (.ipv6, packet6),
        (.ppp, [0xFF, 3, 0, 0x21] + packet), (.ppp, [0x21] + packet), (.pppHDLC, [0, 0x57] + packet6),
        (.pppoe, [0x11, 0, 0, 1, 0, 80, 0, 0x21] + packet),
        (.ciscoHDLC, [0x0F, 0, 8, 0] + packet),
        (.packetTap, [12, 0, 0, 0, 1, 0, 0, 0, 12, 0, 0, 0] + packet),
    ]
    private static let snap: [UInt8] = [0xAA, 0xAA, 3, 0, 0, 0, 8, 0]

    private static let rarer: [(LinkType, [UInt8])] = {
        var frames: [(LinkType, [UInt8])] = []
        func add(_ linkType: LinkType, _ bytes: [UInt8]) { frames.append((linkType, bytes)) }
        add(.perPacketInformation, [0, 0, 8, 0, 1, 0, 0, 0] + SegmentBuilder.ethernet(packet))
        add(.netfilterLog, [2, 0, 0, 1, 8, 0, 1, 0, 0, 0, 0, 0, 44, 0, 9, 0] + packet)
        add(.netfilterLog, [10, 0, 0, 1, 0, 8, 0, 1, 0, 0, 0, 0, 0, 64, 0, 9] + packet6)
        add(.ipnet, [2, 2] + [UInt8](repeating: 0, count: 22) + packet)
        add(.encapsulated, [UInt8](repeating: 0, count: 12) + packet6)
        add(.packetFilterLog, [61] + [UInt8](repeating: 0, count: 63) + packet)
        add(.tokenRing, [UInt8](repeating: 2, count: 14) + snap + packet)
        add(
            .tokenRing,
            [UInt8](repeating: 2, count: 8) + [0x82, 2, 2, 2, 2, 2, 0x04, 0, 1, 2] + snap + packet
        )
        add(.fddi, [UInt8](repeating: 2, count: 13) + snap + packet)
        add(.classicalATM, snap + packet)
        add(.fibreChannelIP, [UInt8](repeating: 2, count: 16) + snap + packet)
        add(.fireWireIP, [UInt8](repeating: 2, count: 16) + [8, 0] + packet)
        add(.arcnetLinux, [1, 2, 3, 0, 0xF0] + packet)
        add(.arcnetLinux, [1, 2, 3, 0, 0xD4, 0, 0, 1] + packet)
        add(.frameRelay, [0x18, 0x41, 3, 0xCC] + packet)
        add(.frameRelay, [0x18, 0x41, 3, 0, 0x8E] + packet6)
        add(.frameRelayWithDirection, [1, 0x18, 0x41, 3, 0, 0x80, 0, 0, 0, 8, 0] + packet)
        add(.pppWithDirection, [1, 0xFF, 3, 0, 0x21] + packet)
        add(.ciscoHDLCWithDirection, [0, 0x0F, 0, 8, 0] + packet)
        add(.netAnalyzer, [0, 0, 0, 0] + SegmentBuilder.ethernet(packet))
        add(.netAnalyzerTransparent, [UInt8](repeating: 0x55, count: 12) + SegmentBuilder.ethernet(packet))
        add(.mpls, [0, 1, 1, 64] + packet)
        add(.wireless, [0x08, 1] + [UInt8](repeating: 2, count: 22) + snap + packet)
        add(.wireless, [0x88, 3] + [UInt8](repeating: 2, count: 28) + [0, 0] + snap + packet)
        add(
            .wirelessRadiotap,
            [0, 0, 8, 0, 0, 0, 0, 0, 0x08, 2] + [UInt8](repeating: 2, count: 22) + snap + packet
        )
        add(
            .wirelessRadiotap,
            [0, 0, 17, 0, 3, 0, 0, 0] + [UInt8](repeating: 9, count: 8) + [0x20, 0x88, 2]
                + [UInt8](repeating: 2, count: 22) + [0, 0, 0, 0] + snap + packet
        )
        return frames
    }()
    private static let all = frames + rarer

    @Test(arguments: all.indices)
    func `finds the segment in a frame of a known link type`(index: Int) {
        let (linkType, frame) = Self.all[index]
        #expect(payload(frame, linkType) == [.sent("payload")])
    }

    @Test(arguments: all.indices)
    func `a frame cut off at any byte gives what of its content is there`(index: Int) {
        let (linkType, frame) = Self.all[index]
        for length in 0..<frame.count {
            let events = payload(Array(frame.prefix(length)), linkType, originalLength: frame.count)
            let missing = min(frame.count - length, 7)
            let wanted: [SegmentScript.Event] =
                missing == 7
                ? [.gap(1, .initiator, at: 0, 7, .snapLength)]
                : [
                    .sent(String("payload".dropLast(missing))),
                    .gap(1, .initiator, at: 7 - missing, missing, .snapLength),
                ]
            let hasHeaders = length >= frame.count - 7
            #expect(events == wanted || !hasHeaders && events.isEmpty, "\(length)")
        }
    }

    @Test func `tells once of a link type that is not known`() {
        var script = SegmentScript()
        script.packet([1, 2, 3], linkType: LinkType(rawValue: 147))
        script.packet([1, 2, 3], linkType: LinkType(rawValue: 147))
        script.packet([1, 2, 3], linkType: LinkType(rawValue: 148))
        #expect(script.events == [.problem(.unknownLinkType), .problem(.unknownLinkType)])
    }

    @Test func `cuts off the padding of a short Ethernet frame`() {
        let segment = SegmentBuilder(sequence: 7, payload: [0x41]).ipv4()
        #expect(payload(SegmentBuilder.ethernet(segment) + [0, 0, 0, 0, 0], .ethernet) == [.sent("A")])
    }

    @Test func `takes a total length of 0 for the rest of the packet`() {
        let segment = SegmentBuilder(sequence: 7, payload: Array("payload".utf8)).ipv4(totalLength: 0)
        #expect(payload(segment, .raw) == [.sent("payload")])
    }

    @Test func `passes over options of IP and of TCP`() {
        let builder = SegmentBuilder(sequence: 7, payload: [0x41], options: [UInt8](repeating: 1, count: 12))
        #expect(payload(builder.ipv4(options: [UInt8](repeating: 1, count: 8)), .raw) == [.sent("A")])
    }

    @Test func `passes over the extension headers of IPv6`() {
        let tcp = SegmentBuilder(sequence: 7, payload: [0x41]).tcp
        let hopByHop: [UInt8] = [43, 0, 0, 0, 0, 0, 0, 0]
        let routing: [UInt8] = [60, 1] + [UInt8](repeating: 0, count: 14)
        let destination: [UInt8] = [51, 0, 0, 0, 0, 0, 0, 0]
        let authentication: [UInt8] = [6, 4] + [UInt8](repeating: 0, count: 22)
        let packet = SegmentBuilder.ipv6(hopByHop + routing + destination + authentication + tcp, next: 0)
        #expect(payload(packet, .raw) == [.sent("A")])
    }

    @Test func `counts what is no TCP`() {
        var script = SegmentScript()
        script.packet(SegmentBuilder.ipv4([0x10, 0, 1, 0xBB, 0, 9, 0, 0, 0x41], transport: 17))
        script.packet(SegmentBuilder.ipv4([0x10, 0, 0, 53, 0, 9, 0, 0, 0x41], transport: 17))
        script.packet(SegmentBuilder.ethernet([0, 1], type: 0x0806), linkType: .ethernet)
        #expect(script.reassembly.counts.quicConnections == 1)
        #expect(script.reassembly.counts.otherPackets == 3)
        #expect(script.finish().isEmpty)
        #expect(
            script.reassembly.counts.kinds == [.udp(port: 443): 1, .udp(port: 53): 1, .etherType(0x0806): 1]
        )
    }

    @Test func `counts the segments of TCP by the port that was connected to`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "SSH-2.0-x", flags: SegmentBuilder.Flags.fin)
        script.server(0, ack: 10, flags: SegmentBuilder.Flags.fin)
        script.client(10, ack: 1)
        _ = script.finish()
        #expect(script.reassembly.counts.kinds == [.tcp(port: 80): 6])
    }

    @Test func `names what it does not read, and wireless frames without data`() {
        #expect(PacketKind.udp(port: 53).name == "UDP on port 53 (DNS)")
        #expect(PacketKind.udp(port: 9_999).name == "UDP on port 9999")
        #expect(PacketKind.tcp(port: 22).name == "TCP on port 22 (SSH)")
        #expect(PacketKind.ipProtocol(47).name == "GRE")
        #expect(PacketKind.ipProtocol(253).name == "IP protocol 253")
        #expect(PacketKind.etherType(0x88B5).name == "EtherType 0x88B5")
        #expect(PacketKind.link(LinkType(rawValue: 253)).name == "link type 253 (NETLINK, Linux netlink)")
        #expect(PacketKind.link(LinkType(rawValue: 147)).name == "link type 147 (USER0, private use)")
        #expect(PacketKind.link(LinkType(rawValue: 60_000)).name == "link type 60000")
        var script = SegmentScript()
        script.packet([0x80, 0] + [UInt8](repeating: 0, count: 30), linkType: .wireless)
        script.packet([0x08, 0x41] + [UInt8](repeating: 0, count: 30), linkType: .wireless)
        #expect(script.reassembly.counts.kinds == [.wirelessControl: 1, .wirelessEncrypted: 1])
    }

    @Test(arguments: [
        ("version 1", [0xC3, 0, 0, 0, 1], 8, 1), ("version 2", [0xD3, 0x6B, 0x33, 0x43, 0xCF], 20, 1),
        ("draft 29", [0xC0, 0xFF, 0, 0, 0x1D], 8, 1), ("a handshake packet", [0xE3, 0, 0, 0, 1], 8, 0),
        ("version negotiation", [0xC3, 0, 0, 0, 0], 8, 0), ("too long an id", [0xC3, 0, 0, 0, 1], 21, 0),
        ("a short header", [0x43, 0, 0, 0, 1], 8, 0),
    ])
    func `knows QUIC by its first packet on any port, and counts connections`(
        name: String,
        opening: [UInt8],
        idLength: UInt8,
        count: Int
    ) {
        var script = SegmentScript()
        let id = [UInt8](repeating: 7, count: Int(idLength))
        let payload = opening + [idLength] + id + [0, 0, 0x44, 0xD0]
        let there: [UInt8] = [0xC0, 0, 0x11, 0x51, 0, UInt8(8 + payload.count), 0, 0]
        let back: [UInt8] = [0x11, 0x51, 0xC0, 0, 0, UInt8(8 + payload.count), 0, 0]
        script.packet(SegmentBuilder.ipv4(there + payload, transport: 17))
        script.packet(SegmentBuilder.ipv4(back + payload, transport: 17))
        #expect(script.reassembly.counts.quicConnections == count, "\(name)")
    }
}
