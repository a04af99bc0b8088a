import Bytes
import Connections
import Testing

private let fin = SegmentBuilder.Flags.fin
private let syn = SegmentBuilder.Flags.syn

@Suite struct TCPStreamTests {
    @Test func `tells of a connection from its handshake to its last FIN`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "request")
        script.server(0, "answer", ack: 7)
        script.client(7, ack: 6, flags: fin)
        script.server(6, ack: 8, flags: fin)
        script.client(8, ack: 7)
        #expect(
            script.finish() == [
                .opened(1, handshake: true), .sent("request"), .answered("answer"),
                .ended(1, .initiator, .finished), .ended(1, .responder, .finished), .closed(1),
            ]
        )
        #expect(script.recorder.initiators.first?.port == 40_000)
    }

    @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 0, 3, 1], [0, 2, 0, 1, 3, 2, 1]])
    func `puts segments in order, and takes each once`(order: [Int]) {
        let pieces = ["abc", "de", "fghi", "j"]
        let starts = [0, 3, 5, 9]
        var script = SegmentScript()
        script.handshake()
        for index in order { script.client(starts[index], pieces[index]) }
        #expect(script.events.dropFirst() == [.sent("abcdefghij")])
        #expect(script.reassembly.counts.missedBytes == 0)
    }

    @Test func `keeps the bytes that came first where segments overlap`() {
        var script = SegmentScript()
        script.handshake()
        script.client(4, "EFGH")
        script.client(2, "cdefghij")
        script.client(0, "ABCD")
        script.client(0, "abcdefgh")
        #expect(script.events.dropFirst() == [.sent("ABcdEFGHij")])
        #expect(script.reassembly.counts.differingBytes == 6)
    }

    @Test func `ignores keep-alive probes and segments from before`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "request")
        script.client(6, "\0")
        script.client(6)
        script.client(0, "request")
        script.client(7, "!")
        #expect(script.events.dropFirst() == [.sent("request!")])
        #expect(script.reassembly.counts.repeatedBytes == 8)
    }

    @Test func `waits for a lost segment until the capture has had time to show it`() {
        var limits = ReassemblyLimits()
        limits.packetsBeforeGap = 3
        var script = SegmentScript(limits: limits)
        script.handshake()
        script.client(0, "abc")
        script.client(5, "fg")
        script.server(0, ack: 7)
        script.server(0, ack: 7)
        #expect(script.events.dropFirst() == [.sent("abc")])
        script.server(0, ack: 7)
        let gap = SegmentScript.Event.gap(1, .initiator, at: 3, 2, .notCaptured)
        #expect(script.events.dropFirst() == [.sent("abc"), gap, .sent("fg", at: 5)])
        script.client(3, "de")
        #expect(script.events.count == 4)
    }

    @Test func `takes a segment that stands after its own acknowledgement`() {
        var script = SegmentScript()
        script.handshake()
        script.client(3, "def")
        script.server(0, ack: 6)
        script.client(0, "abc")
        #expect(script.events.dropFirst() == [.sent("abcdef")])
    }

    @Test func `does not give up a gap that nobody has acknowledged`() {
        var limits = ReassemblyLimits()
        limits.packetsBeforeGap = 1
        var script = SegmentScript(limits: limits)
        script.handshake()
        script.client(3, "def")
        for _ in 0..<5 { script.server(0, ack: 0) }
        #expect(script.events.count == 1)
    }

    @Test func `tells gaps at the end of a capture, the last one by the FIN`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "a")
        script.client(3, "d")
        script.client(6, flags: fin)
        #expect(
            script.finish().dropFirst() == [
                .sent("a"), .gap(1, .initiator, at: 1, 2, .notCaptured), .sent("d", at: 3),
                .gap(1, .initiator, at: 4, 2, .notCaptured), .ended(1, .initiator, .finished),
                .ended(1, .responder, .captureEnded), .closed(1),
            ]
        )
    }

    @Test(arguments: [(1, []), (5, [SegmentScript.Event.gap(1, .initiator, at: 3, 5, .notCaptured)])])
    func `tells what was acknowledged but never seen, unless it is a FIN`(
        count: Int,
        expected: [SegmentScript.Event]
    ) {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "abc")
        script.server(0, ack: 3 + count)
        #expect(script.finish().dropFirst(2).dropLast(3) == expected[...])
    }

    @Test func `takes what the snap length cut off for a gap`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "abcdef", cut: 4)
        script.client(10, "kl", cut: 1)
        script.client(6, "ghij")
        #expect(
            script.finish().dropFirst().dropLast(3) == [
                .sent("ab"), .gap(1, .initiator, at: 2, 4, .snapLength), .sent("ghijk", at: 6),
                .gap(1, .initiator, at: 11, 1, .snapLength),
            ]
        )
    }

    @Test func `goes on with one direction after the FIN of the other`() {
        var script = SegmentScript()
        script.handshake()
        script.client(0, "abc", flags: fin)
        script.client(4, "late")
        script.server(0, "answer", ack: 4)
        script.server(6, "more", ack: 4)
        #expect(
            script.events.dropFirst() == [
                .sent("abc"), .ended(1, .initiator, .finished), .answered("answermore"),
            ]
        )
    }

    @Test func `takes a FIN that comes before the last bytes`() {
        var script = SegmentScript()
        script.handshake()
        script.client(3, "def", flags: fin)
        script.client(0, "abc")
        #expect(script.events.dropFirst() == [.sent("abcdef"), .ended(1, .initiator, .finished)])
    }

    @Test func `takes the bytes of a SYN`() {
        var script = SegmentScript()
        script.client(-1, "early", flags: syn)
        script.server(-1, ack: 5, flags: syn | SegmentBuilder.Flags.ack)
        script.client(5, "!")
        #expect(script.events == [.opened(1, handshake: true), .sent("early!")])
    }

    @Test func `counts offsets beyond the wrap of sequence numbers`() {
        var script = SegmentScript()
        script.clientStart = 0xFFFF_FFFC
        script.handshake()
        script.client(6, "gh")
        script.client(0, "abcdef")
        #expect(script.events.dropFirst() == [.sent("abcdefgh")])
    }

    @Test func `follows a stream of more than 4 GiB`() {
        var script = SegmentScript()
        script.handshake()
        // Snapped packets of 60,000 bytes: only their headers are built.
        let step = 60_000
        let count = 80_000
        for index in 0..<count { script.snapped(at: index * step, length: step) }
        script.client(count * step, "end")
        #expect(script.finish().contains(.sent("end", at: count * step)))
        #expect(count * step > 1 << 32)
        #expect(script.reassembly.counts.missedBytes == count * step)
    }
}

extension SegmentScript {
    /// Sends a packet of `length` bytes of which none was captured.
    fileprivate mutating func snapped(at sequence: Int, length: Int) {
        let segment = SegmentBuilder(
            sourcePort: port,
            sequence: clientStart &+ UInt32(truncatingIfNeeded: sequence),
            acknowledgement: serverStart
        )
        packet(segment.ipv4(totalLength: 40 + length), originalLength: 40 + length)
    }
}
