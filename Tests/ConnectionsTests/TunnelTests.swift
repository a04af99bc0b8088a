import Bytes
import CaptureSources
import Connections
import Testing

/// Packets inside other packets.
struct TunnelTests {
    private static func events(_ bytes: [UInt8], _ linkType: LinkType) -> [SegmentScript.Event] {
        var script = SegmentScript()
        script.packet(bytes, linkType: linkType)
        return Array(script.finish().dropFirst().dropLast(3))
    }

    @Test(arguments: TunnelFrames.all.indices)
    func `finds the segment in a tunnel`(index: Int) {
        let (name, bytes) = TunnelFrames.all[index]
        #expect(Self.events(bytes, .raw) == [.sent("payload")], "\(name)")
    }

    @Test(arguments: TunnelFrames.frames.indices)
    func `finds the segment behind labels and nested frames`(index: Int) {
        let (name, bytes) = TunnelFrames.frames[index]
        #expect(Self.events(bytes, .ethernet) == [.sent("payload")], "\(name)")
    }

    @Test(arguments: TunnelFrames.all.indices)
    func `survives a tunnel cut off at every byte, and changed in every byte of its headers`(index: Int) {
        let bytes = TunnelFrames.all[index].bytes
        for length in 0..<bytes.count {
            var script = SegmentScript()
            script.packet(Array(bytes.prefix(length)), originalLength: bytes.count)
            let told = script.finish()
            let isCut = length <= bytes.count - 7
            #expect(!isCut || !told.contains { if case .bytes = $0 { true } else { false } })
        }
        for offset in 0..<(bytes.count - 40) {
            for value: UInt8 in [0x00, 0x45, 0x7F, 0xFF] {
                var changed = bytes
                changed[offset] = value
                _ = Self.events(changed, .raw)
            }
        }
    }

    @Test func `puts the fragments of an inner packet together, and of an outer one`() {
        let payload = Array(TunnelFrames.inner.dropFirst(20))
        func fragments(_ whole: [UInt8], transport: UInt8) -> [[UInt8]] {
            [(0, 16), (16, whole.count)].map { start, end in
                let place = UInt16(start / 8) | (end < whole.count ? 0x2000 : 0)
                return SegmentBuilder.ipv4(
                    Array(whole[start..<end]),
                    transport: transport,
                    identification: 5,
                    fragment: place
                )
            }
        }
        var inner = SegmentScript()
        for fragment in fragments(payload, transport: 6) {
            inner.packet(SegmentBuilder.ipv4([0, 0, 8, 0] + fragment, transport: 47))
        }
        #expect(inner.finish().contains(.sent("payload")))
        var outer = SegmentScript()
        for fragment in fragments([0, 0, 8, 0] + TunnelFrames.inner, transport: 47) { outer.packet(fragment) }
        #expect(outer.finish().contains(.sent("payload")))
    }

    @Test(arguments: [(8, true), (9, false)])
    func `reads through eight tunnels in one another, and says where there are more`(depth: Int, isRead: Bool)
    {
        var packet = TunnelFrames.inner
        for _ in 0..<depth { packet = SegmentBuilder.ipv4(packet, transport: 4) }
        var script = SegmentScript()
        script.packet(packet)
        #expect(script.finish().contains(.sent("payload")) == isRead)
        #expect(script.passedLimits == (isRead ? [] : [.nestedTunnels]))
        #expect(script.reassembly.counts.kinds[.tooDeep] == (isRead ? nil : 1))
    }

    @Test(arguments: [
        ("a GRE keep-alive", SegmentBuilder.ipv4([0, 0, 0, 0], transport: 47), PacketKind.ipProtocol(47)),
        (
            "an echo of GTP", TunnelFrames.udp(2152, [0x32, 1, 0, 4] + [UInt8](repeating: 0, count: 12)),
            .udp(port: 2152)
        ),
        (
            "control of L2TP", TunnelFrames.udp(1701, [0xC8, 2] + [UInt8](repeating: 0, count: 12)),
            .udp(port: 1701)
        ),
        (
            "ARP in VXLAN",
            TunnelFrames.udp(
                4789,
                [8, 0, 0, 0, 0, 0, 5, 0] + SegmentBuilder.ethernet([0, 1], type: 0x0806)
            ), .etherType(0x0806)
        ),
        ("ESP", SegmentBuilder.ipv4([1, 2, 3, 4], transport: 50), .ipProtocol(50)),
    ])
    func `names what carries no packet that it reads`(name: String, bytes: [UInt8], kind: PacketKind) {
        var script = SegmentScript()
        script.packet(bytes)
        #expect(script.finish().isEmpty, "\(name)")
        #expect(script.reassembly.counts.kinds == [kind: 1], "\(name)")
    }
}
