import Bytes
import Connections
import Testing

/// Bytes that packets carried and the capture cut off.
struct SnapLengthTests {
    private static let fin = SegmentBuilder.Flags.fin

    @Test func `a retransmission fills what was cut off`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "abcdef", cut: 4)
        script.client(6, "ghi")
        script.client(0, "abcdef")
        #expect(script.events.dropFirst() == [.sent("abcdefghi")])
        #expect(script.reassembly.counts.missedBytes == 0)
        #expect(script.reassembly.counts.cutPackets == 1)
    }

    @Test func `what only a part of is sent again is missing in part`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "abcdef", cut: 5)
        script.client(3, "de")
        script.client(6, "gh", cut: 1)
        #expect(
            script.finish().dropFirst().dropLast(3) == [
                .sent("a"), .gap(1, .initiator, at: 1, 2, .snapLength), .sent("de", at: 3),
                .gap(1, .initiator, at: 5, 1, .snapLength), .sent("g", at: 6),
                .gap(1, .initiator, at: 7, 1, .snapLength),
            ]
        )
    }

    @Test func `a retransmission that is cut off further on fills the rest`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "abcdef", cut: 5)
        script.client(0, "abcdef", cut: 2)
        script.client(4, "ef")
        #expect(script.events.dropFirst() == [.sent("abcdef")])
    }

    @Test(arguments: [true, false])
    func `it is waited for only so long, acknowledged or not`(isAcknowledged: Bool) {
        var limits = ReassemblyLimits()
        limits.packetsBeforeGap = 3
        var script = SegmentScript(limits: limits)
        script.handshake()
        script.client(0, "abcd", cut: 2)
        for _ in 0..<2 { script.server(0, ack: isAcknowledged ? 4 : 0) }
        #expect(script.events.dropFirst() == [.sent("ab")])
        script.server(0, ack: isAcknowledged ? 4 : 0)
        #expect(script.events.dropFirst() == [.sent("ab"), .gap(1, .initiator, at: 2, 2, .snapLength)])
        #expect(script.reassembly.counts.missedBytes == 2)
    }

    @Test func `a connection that is over waits for nothing`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "abcd", flags: Self.fin, cut: 2)
        script.server(0, "ok", ack: 5, flags: Self.fin)
        #expect(script.events.last == .closed(1))
        #expect(script.events.contains(.gap(1, .initiator, at: 2, 2, .snapLength)))
    }

    @Test func `lost and cut-off bytes beside one another are told apart`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "ab", cut: 1)
        script.client(4, "ef")
        script.server(0, ack: 6)
        #expect(
            script.finish().dropFirst().dropLast(3) == [
                .sent("a"), .gap(1, .initiator, at: 1, 1, .snapLength),
                .gap(1, .initiator, at: 2, 2, .notCaptured),
                .sent("ef", at: 4),
            ]
        )
    }

    @Test func `what waits behind cut-off bytes counts towards the limits`() {
        var limits = ReassemblyLimits()
        limits.packetsBeforeGap = .max
        limits.heldSegmentsPerStream = 3
        var script = SegmentScript(limits: limits)
        script.handshake()
        for index in 0..<100 { script.client(index * 2, "ab", cut: 1) }
        #expect(script.events.count > 150)
        #expect(script.passedLimits.isEmpty)
        #expect(script.finish().filter { if case .gap = $0 { true } else { false } }.count == 100)
    }

    @Test func `of a great many in reverse order each is missing once`() {
        var script = SegmentScript()
        script.handshake()
        for index in (0..<2_000).reversed() { script.client(index * 2, "ab", cut: 1) }
        let told = script.finish()
        #expect(script.reassembly.counts.missedBytes == 2_000)
        #expect(told.count { if case .bytes = $0 { true } else { false } } == 2_000)
    }
}
