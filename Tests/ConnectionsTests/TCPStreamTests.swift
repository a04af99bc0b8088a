import Connections
import Testing

private let fin = SegmentBuilder.Flags.fin
private let syn = SegmentBuilder.Flags.syn
private let rst = SegmentBuilder.Flags.rst

@Suite struct TCPStreamTests {
    @Test func `tells of a connection from its handshake to its last FIN`() {
        var dialogue = Dialogue()
        dialogue.handshake()
        dialogue.client(0, "request")
        dialogue.server(0, "answer", ack: 7)
        dialogue.client(7, ack: 6, flags: fin)
        dialogue.server(6, ack: 8, flags: fin)
        dialogue.client(8, ack: 7)
        #expect(
            dialogue.finish() == [
                .opened(1, handshake: true), .sent("request"), .answered("answer"),
                .ended(1, .initiator, .finished), .ended(1, .responder, .finished), .closed(1),
            ]
        )
        #expect(dialogue.recorder.initiators.first?.port == 40_000)
    }

    @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 0, 3, 1], [0, 2, 0, 1, 3, 2, 1]])
    func `puts segments in order, and takes each once`(order: [Int]) {
        let pieces = ["abc", "de", "fghi", "j"]
        let starts = [0, 3, 5, 9]
        var dialogue = Dialogue()
        dialogue.handshake()
        for index in order { dialogue.client(starts[index], pieces[index]) }
        #expect(dialogue.events.dropFirst() == [.sent("abcdefghij")])
        #expect(dialogue.reassembly.counts.missedBytes == 0)
    }

    @Test func `keeps the bytes that came first where segments overlap`() {
        var dialogue = Dialogue()
        dialogue.handshake()
        dialogue.client(4, "EFGH")
        dialogue.client(2, "cdefghij")
        dialogue.client(0, "ABCD")
        dialogue.client(0, "abcdefgh")
        #expect(dialogue.events.dropFirst() == [.sent("ABcdEFGHij")])
        #expect(dialogue.reassembly.counts.differingBytes == 6)
    }

    @Test func `ignores keep-alive probes and segments from before`() {
        var dialogue = Dialogue()
        dialogue.handshake()
        dialogue.client(0, "request")
        dialogue.client(6, "\0")
        dialogue.client(6)
        dialogue.client(0, "request")
        dialogue.client(7, "!")
        #expect(dialogue.events.dropFirst() == [.sent("request!")])
        #expect(dialogue.reassembly.counts.repeatedBytes == 8)
    }

    @Test func `waits for a lost segment until the capture has had time to show it`() {
        var limits = ReassemblyLimits()
        limits.packetsBeforeGap = 3
        var dialogue = Dialogue(limits: limits)
        dialogue.handshake()
        dialogue.client(0, "abc")
        dialogue.client(5, "fg")
        dialogue.server(0, ack: 7)
        dialogue.server(0, ack: 7)
        #expect(dialogue.events.dropFirst() == [.sent("abc")])
        dialogue.server(0, ack: 7)
        let gap = Dialogue.Event.gap(1, .initiator, at: 3, 2, .notCaptured)
        #expect(dialogue.events.dropFirst() == [.sent("abc"), gap, .sent("fg", at: 5)])
        dialogue.client(3, "de")
        #expect(dialogue.events.count == 4)
    }

    @Test func `takes a segment that stands after its own acknowledgement`() {
        var dialogue = Dialogue()
        dialogue.handshake()
        dialogue.client(3, "def")
        dialogue.server(0, ack: 6)
        dialogue.client(0, "abc")
        #expect(dialogue.events.dropFirst() == [.sent("abcdef")])
    }

    @Test func `does not give up a gap that nobody has acknowledged`() {
        var limits = ReassemblyLimits()
        limits.packetsBeforeGap = 1
        var dialogue = Dialogue(limits: limits)
        dialogue.handshake()
        dialogue.client(3, "def")
        for _ in 0..<5 { dialogue.server(0, ack: 0) }
        #expect(dialogue.events.count == 1)
    }

    @Test func `tells gaps at the end of a capture, the last one by the FIN`() {
        var dialogue = Dialogue()
        dialogue.handshake()
        dialogue.client(0, "a")
        dialogue.client(3, "d")
        dialogue.client(6, flags: fin)
        #expect(
            dialogue.finish().dropFirst() == [
                .sent("a"), .gap(1, .initiator, at: 1, 2, .notCaptured), .sent("d", at: 3),
                .gap(1, .initiator, at: 4, 2, .notCaptured), .ended(1, .initiator, .finished),
                .ended(1, .responder, .captureEnded), .closed(1),
            ]
        )
    }

    @Test(arguments: [(1, []), (5, [Dialogue.Event.gap(1, .initiator, at: 3, 5, .notCaptured)])])
    func `tells what was acknowledged but never seen, unless it is a FIN`(
        count: Int,
        expected: [Dialogue.Event]
    ) {
        var dialogue = Dialogue()
        dialogue.handshake()
        dialogue.client(0, "abc")
        dialogue.server(0, ack: 3 + count)
        #expect(dialogue.finish().dropFirst(2).dropLast(3) == expected[...])
    }

    @Test func `takes what the snap length cut off for a gap`() {
        var dialogue = Dialogue()
        dialogue.handshake()
        dialogue.client(0, "abcdef", cut: 4)
        dialogue.client(10, "kl", cut: 1)
        dialogue.client(6, "ghij")
        #expect(
            dialogue.events.dropFirst() == [
                .sent("ab"), .gap(1, .initiator, at: 2, 4, .snapLength), .sent("ghijk", at: 6),
                .gap(1, .initiator, at: 11, 1, .snapLength),
            ]
        )
    }

    @Test func `ends both streams at a RST, and ignores what follows`() {
        var dialogue = Dialogue()
        dialogue.handshake()
        dialogue.client(0, "abc")
        dialogue.server(0, ack: 3, flags: rst)
        dialogue.client(3, "def")
        #expect(
            dialogue.finish().dropFirst() == [
                .sent("abc"), .ended(1, .initiator, .reset), .ended(1, .responder, .reset), .closed(1),
            ]
        )
    }

    @Test func `goes on with one direction after the FIN of the other`() {
        var dialogue = Dialogue()
        dialogue.handshake()
        dialogue.client(0, "abc", flags: fin)
        dialogue.client(4, "late")
        dialogue.server(0, "answer", ack: 4)
        dialogue.server(6, "more", ack: 4)
        #expect(
            dialogue.events.dropFirst() == [
                .sent("abc"), .ended(1, .initiator, .finished), .answered("answermore"),
            ]
        )
    }

    @Test func `takes a FIN that comes before the last bytes`() {
        var dialogue = Dialogue()
        dialogue.handshake()
        dialogue.client(3, "def", flags: fin)
        dialogue.client(0, "abc")
        #expect(dialogue.events.dropFirst() == [.sent("abcdef"), .ended(1, .initiator, .finished)])
    }

    @Test func `takes the bytes of a SYN`() {
        var dialogue = Dialogue()
        dialogue.client(-1, "early", flags: syn)
        dialogue.server(-1, ack: 5, flags: syn | SegmentBuilder.Flags.ack)
        dialogue.client(5, "!")
        #expect(dialogue.events == [.opened(1, handshake: true), .sent("early!")])
    }

    @Test func `counts offsets beyond the wrap of sequence numbers`() {
        var dialogue = Dialogue()
        dialogue.clientStart = 0xFFFF_FFFC
        dialogue.handshake()
        dialogue.client(6, "gh")
        dialogue.client(0, "abcdef")
        #expect(dialogue.events.dropFirst() == [.sent("abcdefgh")])
    }

    @Test func `follows a stream of more than 4 GiB`() {
        var dialogue = Dialogue()
        dialogue.handshake()
        // Snapped packets of 60,000 bytes: only their headers are built.
        let step = 60_000
        let count = 80_000
        for index in 0..<count { dialogue.snapped(at: index * step, length: step) }
        dialogue.client(count * step, "end")
        #expect(dialogue.events.last == .sent("end", at: count * step))
        #expect(count * step > 1 << 32)
    }
}

extension Dialogue {
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
