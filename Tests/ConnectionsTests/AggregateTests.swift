import Bytes
import CaptureSources
import Connections
import Testing

/// Frames of wireless networks that hold several packets (A-MSDU).
struct AggregateTests {
    private static let snap: [UInt8] = [0xAA, 0xAA, 3, 0, 0, 0, 8, 0]
    private static let texts = ["one", "second", "3", "fourth"]

    /// A data frame with quality of service, whose bit 7 says that it is an aggregate.
    private static func frame(isPadded: Bool) -> [UInt8] {
        var frame: [UInt8] = [0x88, 0x01] + [UInt8](repeating: 2, count: 22) + [0x80, 0]
        if isPadded { frame += [0, 0] }
        var sequence: UInt32 = 1_000
        var packets: [UInt8] = []
        for text in texts {
            let packet = snap + SegmentBuilder(sequence: sequence, payload: Array(text.utf8)).ipv4()
            sequence += UInt32(text.utf8.count)
            packets += [UInt8](repeating: 0, count: (4 - packets.count % 4) % 4)
            packets += [UInt8](repeating: 2, count: 12) + UInt16(packet.count).bigEndianBytes + packet
        }
        return frame + packets
    }

    private func payload(_ bytes: [UInt8], _ linkType: LinkType, originalLength: Int? = nil) -> [SegmentScript
        .Event]
    {
        var script = SegmentScript()
        script.packet(bytes, linkType: linkType, originalLength: originalLength)
        return script.finish()
    }

    @Test func `reads every packet of an aggregate`() {
        let joined = SegmentScript.Event.sent(Self.texts.joined())
        #expect(payload(Self.frame(isPadded: false), .wireless).contains(joined))
        let radiotap: [UInt8] = [0, 0, 9, 0, 2, 0, 0, 0, 0x20]
        #expect(payload(radiotap + Self.frame(isPadded: true), .wirelessRadiotap).contains(joined))
        let perPacket: [UInt8] = [0, 0, 8, 0, 105, 0, 0, 0]
        #expect(payload(perPacket + Self.frame(isPadded: false), .perPacketInformation).contains(joined))
    }

    @Test func `survives an aggregate cut off at every byte, and tells only what is there`() {
        let bytes = Self.frame(isPadded: false)
        let whole = Self.texts.joined()
        for length in 0..<bytes.count {
            for case .bytes(_, _, let offset, let text) in payload(
                Array(bytes.prefix(length)),
                .wireless,
                originalLength: bytes.count
            ) {
                #expect(whole.utf8.dropFirst(offset).starts(with: text), "\(length)")
            }
        }
    }

    @Test func `lengths of packets may lie`() {
        for offset in stride(from: 38, to: Self.frame(isPadded: false).count - 1, by: 1) {
            for value: UInt8 in [0, 0xFF] {
                var bytes = Self.frame(isPadded: false)
                (bytes[offset], bytes[offset + 1]) = (value, value)
                _ = payload(bytes, .wireless)
            }
        }
    }
}
