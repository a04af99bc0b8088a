import Bytes
import CaptureSources
import Connections
import Testing

/// Frames of wireless networks that hold several packets (A-MSDU).
struct AggregateTests {
    private static let snap: [UInt8] = [0xAA, 0xAA, 3, 0, 0, 0, 8, 0]
    private static let texts = ["one", "second", "3", "fourth"]

    /// A data frame with quality of service, whose bit 7 says that it is an aggregate.
    private static func frame(isPadded: Bool) -> [UInt8] { layout(isPadded: isPadded).bytes }

    /// The frame, and where the length and the text of each of its packets begin.
    private static func layout(isPadded: Bool) -> (bytes: [UInt8], lengths: [Int], texts: [Int]) {
        var frame: [UInt8] = [0x88, 0x01] + [UInt8](repeating: 2, count: 22) + [0x80, 0]
        if isPadded { frame += [0, 0] }
        let start = frame.count
        var places: (lengths: [Int], texts: [Int]) = ([], [])
        var sequence: UInt32 = 1_000
        for text in texts {
            let packet = snap + SegmentBuilder(sequence: sequence, payload: Array(text.utf8)).ipv4()
            sequence += UInt32(text.utf8.count)
            frame += [UInt8](repeating: 0, count: (4 - (frame.count - start) % 4) % 4)
            frame += [UInt8](repeating: 2, count: 12)
            places.lengths.append(frame.count)
            frame += UInt16(packet.count).bigEndianBytes + packet
            places.texts.append(frame.count - text.utf8.count)
        }
        return (frame, places.lengths, places.texts)
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

    @Test func `an aggregate that is cut off at any byte gives the bytes before that`() {
        let (bytes, _, places) = Self.layout(isPadded: false)
        for length in 0..<bytes.count {
            let there = zip(places, Self.texts).map { place, text in text.prefix(max(0, length - place)) }
                .joined()
            let events = payload(Array(bytes.prefix(length)), .wireless, originalLength: bytes.count)
            let told = events.filter { if case .bytes = $0 { true } else { false } }
            #expect(told == (there.isEmpty ? [] : [.sent(there)]), "\(length)")
        }
    }

    @Test func `a length that lies loses no packet before it`() {
        let (bytes, lengths, _) = Self.layout(isPadded: false)
        for (index, place) in lengths.enumerated() {
            let before = Self.texts[..<index].joined()
            let right = Int(bytes[place]) << 8 | Int(bytes[place + 1])
            for lie in [0, 1, 7, right - 1, right + 1, 0x7FFF, 0xFFFF] where lie != right {
                var bytes = bytes
                bytes.replaceSubrange(place..<(place + 2), with: UInt16(lie).bigEndianBytes)
                let text = payload(bytes, .wireless).compactMap { event -> [UInt8]? in
                    if case .bytes(1, .initiator, 0, let text) = event { text } else { nil }
                }
                #expect(text.first?.starts(with: before.utf8) ?? before.isEmpty, "\(index): \(lie)")
            }
        }
    }

    @Test func `survives any two bytes of an aggregate`() {
        let bytes = Self.frame(isPadded: false)
        for offset in 0..<(bytes.count - 1) {
            for value: UInt8 in [0, 0xFF] {
                var bytes = bytes
                (bytes[offset], bytes[offset + 1]) = (value, value)
                _ = payload(bytes, .wireless)
            }
        }
    }
}
