import Bytes
import CaptureSources
import Connections
import Testing

/// Frames as nearly all are, which are read at once, and what differs from them by little.
///
/// Behind a VLAN tag the same packet takes the way that all other frames take: both must lead to the same events.
@Suite struct PlainSegmentTests {
    /// What comes of a packet in the middle of a connection, and of what follows it, in frames with or without a tag.
    private func events(_ packet: [UInt8], tags: [UInt8], cut: Int = 0, padding: Int = 0) -> [SegmentScript
        .Event]
    {
        var script = SegmentScript()
        func add(_ packet: [UInt8], cut: Int = 0, padding: Int = 0) {
            let frame = SegmentBuilder.ethernet(packet, tags: tags) + [UInt8](repeating: 0x55, count: padding)
            script.packet(
                Array(frame.dropLast(cut)),
                linkType: .ethernet,
                originalLength: frame.count
            )
        }
        var builder = SegmentBuilder(sequence: 999, flags: SegmentBuilder.Flags.syn)
        add(builder.ipv4())
        builder = SegmentBuilder(sequence: 1_000, payload: Array("first".utf8))
        add(builder.ipv4())
        add(packet, cut: cut, padding: padding)
        builder = SegmentBuilder(sequence: 1_012, payload: Array("third".utf8))
        add(builder.ipv4())
        add(SegmentBuilder(sequence: 1_017, flags: SegmentBuilder.Flags.fin).ipv4())
        return script.finish()
    }

    private static let second = SegmentBuilder(sequence: 1_005, payload: Array("second.".utf8))
    private static let tag: [UInt8] = [0x81, 0, 0, 5]

    private static let variants: [[UInt8]] = {
        var packets = [second.ipv4(), second.ipv4(options: [1, 1, 1, 0])]
        for options in [[1, 1, 1, 1], [UInt8](repeating: 1, count: 40)] as [[UInt8]] {
            var segment = second
            segment.options = options
            packets.append(segment.ipv4())
        }
        for flags: UInt8 in [0x00, 0x02, 0x04, 0x11, 0x12, 0x14, 0x18, 0x38, 0xD0, 0xFF] {
            var segment = second
            segment.flags = flags
            packets.append(segment.ipv4())
        }
        // The length of the packet: 0 means that it goes to the end of the frame.
        for length in [0, 19, 20, 39, 40, 41, 46, 48, 1_500, 65_535] {
            packets.append(second.ipv4(totalLength: length))
        }
        // The segment's header may be too short, or longer than the packet.
        for length: UInt8 in [0x00, 0x40, 0x60, 0x70, 0xF0] {
            var packet = second.ipv4()
            packet[32] = length
            packets.append(packet)
        }
        for fragment: UInt16 in [0x4000, 0x8000, 0x2000, 0x0001, 0x1FFF] {
            packets.append(SegmentBuilder.ipv4(second.tcp, fragment: fragment))
        }
        packets.append(SegmentBuilder.ipv4(second.tcp, transport: 17))
        let (client, server) = (SegmentBuilder.clientAddress, SegmentBuilder.serverAddress)
        packets.append(SegmentBuilder.ipv4(second.tcp, from: server, to: client))
        var version = second.ipv4()
        version[0] = 0x65
        packets.append(version)
        return packets
    }()

    @Test(arguments: variants)
    func `leads to the same as a frame with a tag, wherever it is cut off`(_ packet: [UInt8]) {
        for padding in [0, 6] {
            for cut in 0...(packet.count + padding) {
                let plain = events(packet, tags: [], cut: cut, padding: padding)
                #expect(plain == events(packet, tags: Self.tag, cut: cut, padding: padding))
            }
        }
    }

    @Test func `is read with its bytes in their place`() {
        let sent = events(Self.second.ipv4(), tags: [], padding: 6)
        #expect(sent.contains(.sent("firstsecond.third")))
    }
}
