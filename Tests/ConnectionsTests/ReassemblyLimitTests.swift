import Connections
import Testing

private let syn = SegmentBuilder.Flags.syn
private let fin = SegmentBuilder.Flags.fin

@Suite struct ReassemblyLimitTests {
    @Test(arguments: [0, 9])
    func `gives up a gap when too many segments wait behind it`(acknowledged: Int) {
        var limits = ReassemblyLimits()
        limits.heldSegmentsPerStream = 3
        var dialogue = Dialogue(limits: limits)
        dialogue.handshake()
        dialogue.server(0, ack: acknowledged)
        for start in [2, 4, 6, 8] { dialogue.client(start, "x") }
        let isLost = acknowledged > 0
        let gap = Dialogue.Event.gap(1, .initiator, at: 0, 2, isLost ? .notCaptured : .limit)
        let expected = (isLost ? [] : [.limit(.heldPerStream)]) + [gap, .sent("x", at: 2)]
        #expect(Array(dialogue.events.dropFirst()) == expected)
    }

    @Test func `gives up a gap when too many bytes wait behind it`() {
        var limits = ReassemblyLimits()
        limits.heldBytesPerStream = 1_000
        var dialogue = Dialogue(limits: limits)
        dialogue.handshake()
        for index in 0..<10 { dialogue.client(10 + index * 100, String(repeating: "x", count: 100)) }
        #expect(dialogue.events.dropFirst().first == .limit(.heldPerStream))
        #expect(dialogue.events.contains(.gap(1, .initiator, at: 0, 10, .limit)))
    }

    @Test func `shares the bytes that may wait among all connections`() {
        var limits = ReassemblyLimits()
        limits.heldBytesInAll = 2_000
        var dialogue = Dialogue(limits: limits)
        for port in 1...10 {
            dialogue.port = UInt16(40_000 + port)
            dialogue.handshake()
            dialogue.client(1, String(repeating: "x", count: 200))
        }
        #expect(dialogue.events.filter { $0 == .limit(.heldInAll) }.count == 1)
        #expect(
            dialogue.events.filter { if case .gap(_, _, _, 1, .limit) = $0 { true } else { false } }.count
                == 4
        )
    }

    @Test func `gives up the connection that was not used for longest`() {
        var limits = ReassemblyLimits()
        limits.openConnections = 2
        var dialogue = Dialogue(limits: limits)
        for port: UInt16 in [1, 2, 1, 3] {
            dialogue.port = port
            dialogue.client(-1, flags: syn)
        }
        #expect(
            dialogue.events == [
                .opened(1, handshake: true), .opened(2, handshake: true), .limit(.openConnections),
                .ended(2, .initiator, .limit), .ended(2, .responder, .limit), .closed(2),
                .opened(3, handshake: true),
            ]
        )
    }

    @Test func `ends every connection of a great many with one packet each`() {
        var dialogue = Dialogue()
        for client in 0..<20_000 {
            dialogue.port = UInt16(truncatingIfNeeded: client)
            dialogue.clientStart = UInt32(client)
            let address = UInt32(client).bigEndianBytes
            let segment = SegmentBuilder(sourcePort: dialogue.port, sequence: 5, flags: syn)
            dialogue.packet(SegmentBuilder.ipv4(segment.tcp, from: [11] + address.dropFirst()))
        }
        let events = dialogue.finish()
        #expect(events.filter { if case .closed = $0 { true } else { false } }.count == 20_000)
        #expect(events.count == 80_000)
        #expect(events.last == .closed(20_000))
    }

    @Test(.timeLimit(.minutes(20)), arguments: [true, false])
    func `takes a great many segments of one byte in reverse`(isReversed: Bool) {
        var dialogue = Dialogue()
        dialogue.handshake()
        let count = 16_000
        for index in 1...count { dialogue.client(isReversed ? count - index : index % count, "x") }
        #expect(dialogue.events.dropFirst() == [.sent(String(repeating: "x", count: count))])
    }

    @Test func `remembers so many closed connections that late segments open none`() {
        var limits = ReassemblyLimits()
        limits.closedConnections = 1
        var dialogue = Dialogue(limits: limits)
        for port: UInt16 in [1, 2] {
            dialogue.port = port
            dialogue.handshake()
            dialogue.client(0, flags: fin)
            dialogue.server(0, ack: 1, flags: fin)
        }
        dialogue.client(1, ack: 1)
        #expect(dialogue.reassembly.counts.connections == 2)
        dialogue.port = 1
        dialogue.client(1, ack: 1)
        #expect(dialogue.reassembly.counts.connections == 3)
    }
}
