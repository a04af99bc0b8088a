import Bytes
import CaptureSources
import Connections
import Testing

@Suite struct FragmentTests {
    private static let payload = Array("a payload that is cut into fragments".utf8)
    private static let datagram = SegmentBuilder(sequence: 7, payload: payload).tcp
    private static let sent = SegmentScript.Event.sent("a payload that is cut into fragments")

    /// The datagram in fragments of 16 bytes.
    private static func fragments(identification: UInt16 = 9) -> [[UInt8]] {
        stride(from: 0, to: datagram.count, by: 16).map { start in
            let end = min(start + 16, datagram.count)
            let flags: UInt16 = end < datagram.count ? 0x2000 : 0
            return SegmentBuilder.ipv4(
                Array(datagram[start..<end]),
                identification: identification,
                fragment: flags | UInt16(start / 8)
            )
        }
    }

    @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 2, 0, 3, 0, 1]])
    func `puts the fragments of an IPv4 datagram together`(order: [Int]) {
        var script = SegmentScript()
        let fragments = Self.fragments()
        for index in order { script.packet(fragments[index]) }
        #expect(script.finish().dropFirst().first == Self.sent)
    }

    @Test func `keeps the first of overlapping fragments`() {
        var script = SegmentScript()
        let fragments = Self.fragments()
        script.packet(fragments[1])
        let forged = [UInt8](repeating: 0x58, count: 24)
        script.packet(SegmentBuilder.ipv4(forged, identification: 9, fragment: 0x2000 | 2))
        for index in [0, 2, 3] { script.packet(fragments[index]) }
        var expected = Self.payload
        for index in (32 - 20)..<(40 - 20) { expected[index] = 0x58 }
        #expect(script.finish().dropFirst().first == .bytes(1, .initiator, at: 0, expected))
    }

    @Test func `tells the datagrams apart`() {
        var script = SegmentScript()
        let first = Self.fragments(identification: 1)
        let second = Self.fragments(identification: 2)
        for index in 0..<3 { script.packet(first[index]) }
        script.packet(second[3])
        #expect(script.events.isEmpty)
        script.packet(first[3])
        #expect(script.finish().contains(Self.sent))
    }

    @Test func `puts the fragments of an IPv6 datagram together, and passes over what precedes TCP in it`() {
        let options: [UInt8] = [6, 0, 0, 0, 0, 0, 0, 0]
        let whole = options + Self.datagram
        var script = SegmentScript()
        for start in stride(from: 0, to: whole.count, by: 24).reversed() {
            let end = min(start + 24, whole.count)
            let place = UInt16(start) | (end < whole.count ? 1 : 0)
            let header: [UInt8] = [60, 0] + place.bigEndianBytes + [0, 0, 0, 77]
            script.packet(SegmentBuilder.ipv6(header + whole[start..<end], next: 44))
        }
        #expect(script.finish().dropFirst().first == Self.sent)
    }

    @Test func `takes an atomic IPv6 fragment for a whole datagram`() {
        var script = SegmentScript()
        script.packet(SegmentBuilder.ipv6([6, 0, 0, 0, 0, 0, 0, 1] + Self.datagram, next: 44))
        #expect(script.finish().dropFirst().first == Self.sent)
    }

    @Test func `gives up the oldest datagram when too many wait, and says so once`() {
        var limits = ReassemblyLimits()
        limits.fragmentedDatagrams = 2
        var script = SegmentScript(limits: limits)
        for identification in 1...5 {
            script.packet(Self.fragments(identification: UInt16(identification))[0])
        }
        for index in 1..<4 { script.packet(Self.fragments(identification: 1)[index]) }
        for index in 1..<4 { script.packet(Self.fragments(identification: 5)[index]) }
        #expect(script.finish().filter { $0 == Self.sent }.count == 1)
        #expect(script.passedLimits == [.fragments])
    }

    @Test func `forgets datagrams that became whole, however many there are`() {
        var limits = ReassemblyLimits()
        limits.fragmentedDatagrams = 4
        var script = SegmentScript(limits: limits)
        script.packet(Self.fragments(identification: 60_000)[0])
        for identification in 1...200 {
            for fragment in Self.fragments(identification: UInt16(identification)) {
                script.packet(fragment)
            }
        }
        for index in 1..<4 { script.packet(Self.fragments(identification: 60_000)[index]) }
        #expect(script.reassembly.counts.segments == 201)
        #expect(script.passedLimits.isEmpty)
    }
}
