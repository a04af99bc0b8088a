import Bytes
import CaptureSources
import Connections
import Testing

/// Tunnels whose inner packets have the same addresses.
struct TunnelNetworkTests {
    /// What puts a packet in a tunnel of a network.
    enum Tunnel: CaseIterable {
        case vxlan, geneve, gre

        func packet(_ inner: [UInt8], _ network: UInt32) -> [UInt8] {
            let identifier = (network << 8).bigEndianBytes
            return switch self {
            case .vxlan:
                TunnelFrames.udp(4789, [8, 0, 0, 0] + identifier + SegmentBuilder.ethernet(inner))
            case .geneve:
                TunnelFrames.udp(6081, [0, 0, 0x65, 0x58] + identifier + SegmentBuilder.ethernet(inner))
            case .gre:
                SegmentBuilder.ipv4([0x20, 0, 8, 0] + network.bigEndianBytes + inner, transport: 47)
            }
        }
    }

    private func segment(_ sequence: UInt32, _ text: String, isFromClient: Bool = true) -> [UInt8] {
        var builder = SegmentBuilder(sequence: sequence, payload: Array(text.utf8))
        builder.isFromClient = isFromClient
        return builder.ipv4()
    }

    /// The bytes of each connection and side, joined.
    private func streams(_ events: [SegmentScript.Event]) -> [String] {
        var texts: [String: String] = [:]
        for case .bytes(let number, let side, _, let bytes) in events {
            let name = "\(number) \(side == .initiator ? "sent" : "answered")"
            texts[name, default: ""] += String(decoding: bytes, as: UTF8.self)
        }
        return texts.map { "\($0.key): \($0.value)" }.sorted()
    }

    @Test(arguments: Tunnel.allCases)
    func `the same addresses in two networks are two connections`(_ tunnel: Tunnel) {
        var script = SegmentScript()
        for text in ["one", "two"] {
            let place: UInt32 = text == "one" ? 0 : 3
            script.packet(tunnel.packet(segment(1_000 + place, text), 100))
            script.packet(tunnel.packet(segment(9_000 + place, text.uppercased()), 200))
        }
        script.packet(tunnel.packet(segment(70, "second", isFromClient: false), 200))
        script.packet(tunnel.packet(segment(50, "first", isFromClient: false), 100))
        #expect(
            streams(script.finish()) == [
                "1 answered: first", "1 sent: onetwo", "2 answered: second", "2 sent: ONETWO",
            ]
        )
    }

    @Test(arguments: Tunnel.allCases)
    func `what was captured inside of a tunnel and outside is one connection`(_ tunnel: Tunnel) {
        for isInsideFirst in [true, false] {
            var script = SegmentScript()
            for (sequence, text) in [(UInt32(1_000), "one"), (1_003, "two")] {
                let plain = segment(sequence, text)
                let inside = tunnel.packet(plain, 7)
                for packet in isInsideFirst ? [inside, plain] : [plain, inside] { script.packet(packet) }
            }
            #expect(streams(script.finish()) == ["1 sent: onetwo"])
        }
    }

    @Test(arguments: Tunnel.allCases)
    func `each direction may have a number of its own`(_ tunnel: Tunnel) {
        var script = SegmentScript()
        script.packet(tunnel.packet(segment(1_000, "ask"), 100))
        script.packet(tunnel.packet(segment(50, "answer", isFromClient: false), 200))
        script.packet(tunnel.packet(segment(1_003, "again"), 100))
        #expect(streams(script.finish()) == ["1 answered: answer", "1 sent: askagain"])
    }
}
