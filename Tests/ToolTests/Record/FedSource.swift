import Bytes
import CaptureSources

/// Packets of a capture as an interface would give them.
final class FedSource: PacketSource {
    /// A packet, and when it comes.
    struct Packet {
        var header: PacketHeader
        var bytes: [UInt8]
    }

    let interface: CapturedInterface
    /// What the interface says of dropped packets after each turn; the last stays.
    var dropsByTurn: [DropCounts] = []
    /// Called before each turn.
    var beforeTurn: (Int) -> Void = { _ in }
    /// How many turns there were.
    private(set) var turn = 0
    /// The time of the packet that was given last.
    private(set) var now: Timestamp

    private let packets: [Packet]
    private let batch: Int
    private var next = 0

    /// Makes a source; `nil` where the packets have several link types, or no times.
    init?(_ packets: [Packet], batch: Int = 16) {
        guard let first = packets.first, let start = first.header.time,
            packets.allSatisfy({ $0.header.linkType == first.header.linkType && $0.header.time != nil })
        else { return nil }
        self.packets = packets
        self.batch = batch
        now = start
        interface = CapturedInterface(
            name: "fed0",
            linkType: first.header.linkType,
            snapLength: 262_144,
            hasNanoseconds: true
        )
    }

    var drops: DropCounts? { dropsByTurn.isEmpty ? nil : dropsByTurn[min(turn, dropsByTurn.count) - 1] }

    func read(
        waiting milliseconds: Int,
        _ take: (PacketHeader, RawSpan) -> Bool
    ) throws(CaptureDeviceFailure) -> Bool {
        beforeTurn(turn)
        turn += 1
        for packet in packets[next..<min(next + batch, packets.count)] {
            next += 1
            now = max(now, packet.header.time ?? now)
            guard take(packet.header, packet.bytes.span.bytes) else { return true }
        }
        return next < packets.count
    }

    /// The packets of a capture.
    static func packets(of path: String) throws -> [Packet] {
        var source = try ByteSource(path: path)
        var gathering = Gathering()
        _ = try CaptureReader.read(&source, into: &gathering)
        return gathering.packets
    }

    private struct Gathering: PacketHandler {
        var packets: [Packet] = []

        mutating func packet(_ header: PacketHeader, _ bytes: RawSpan) {
            packets.append(Packet(header: header, bytes: bytes.withUnsafeBytes { Array($0) }))
        }

        mutating func problem(_ problem: CaptureProblem) {}
    }
}
