import Bytes
import Connections
import Testing

private let syn = SegmentBuilder.Flags.syn
private let fin = SegmentBuilder.Flags.fin

@Suite struct ReassemblyLimitTests {
    @Test(arguments: [0, 9])
    func `gives up a gap when too many segments wait behind it`(acknowledged: Int) {
        var limits = ReassemblyLimits()
        limits.heldSegmentsPerStream = 3
        var script = SegmentScript(limits: limits)
        script.handshake()
        script.server(0, ack: acknowledged)
        for start in [2, 4, 6, 8] { script.client(start, "x") }
        let isLost = acknowledged > 0
        let gap = SegmentScript.Event.gap(1, .initiator, at: 0, 2, isLost ? .notCaptured : .limit)
        #expect(Array(script.events.dropFirst()) == [gap, .sent("x", at: 2)])
        #expect(script.passedLimits == (isLost ? [] : [.heldPerStream]))
    }

    @Test func `gives up a gap when too many bytes wait behind it`() {
        var limits = ReassemblyLimits()
        limits.heldBytesPerStream = 1_000
        var script = SegmentScript(limits: limits)
        script.handshake()
        for index in 0..<10 { script.client(10 + index * 100, String(repeating: "x", count: 100)) }
        #expect(script.passedLimits == [.heldPerStream])
        #expect(script.events.contains(.gap(1, .initiator, at: 0, 10, .limit)))
    }

    @Test func `shares the bytes that may wait among all connections`() {
        var limits = ReassemblyLimits()
        limits.heldBytesInAll = 2_000
        var script = SegmentScript(limits: limits)
        for port in 1...10 {
            script.port = UInt16(40_000 + port)
            script.handshake()
            script.client(1, String(repeating: "x", count: 200))
        }
        #expect(script.passedLimits == [.heldInAll])
        #expect(
            script.events.filter { if case .gap(_, _, _, 1, .limit) = $0 { true } else { false } }.count
                == 4
        )
    }

    @Test func `gives up the connection that was not used for longest`() {
        var limits = ReassemblyLimits()
        limits.openConnections = 2
        var script = SegmentScript(limits: limits)
        for port: UInt16 in [1, 2, 1, 3] {
            script.port = port
            script.client(-1, flags: syn)
        }
        #expect(
            script.events == [
                .opened(1, handshake: true), .opened(2, handshake: true),
                .ended(2, .initiator, .limit), .ended(2, .responder, .limit), .closed(2),
                .opened(3, handshake: true),
            ]
        )
        #expect(script.passedLimits == [.openConnections])
    }

    @Test func `ends every connection of a great many with one packet each`() {
        var script = SegmentScript()
        for client in 0..<20_000 {
            script.port = UInt16(truncatingIfNeeded: client)
            script.clientStart = UInt32(client)
            let address = UInt32(client).bigEndianBytes
            let segment = SegmentBuilder(sourcePort: script.port, sequence: 5, flags: syn)
            script.packet(SegmentBuilder.ipv4(segment.tcp, from: [11] + address.dropFirst()))
        }
        let events = script.finish()
        #expect(events.filter { if case .closed = $0 { true } else { false } }.count == 20_000)
        #expect(events.count == 80_000)
        #expect(events.last == .closed(20_000))
    }

    /// The numbers of the connections that were ended while so many were opened, none of them used again.
    private static func ended(opening count: Int, _ memory: MemoryBudget) -> [Int] {
        var script = SegmentScript(memory: memory)
        for client in 0..<count {
            let address = UInt32(client).bigEndianBytes
            let segment = SegmentBuilder(sourcePort: 1, sequence: 5, flags: syn)
            script.packet(SegmentBuilder.ipv4(segment.tcp, from: [11] + address.dropFirst()))
        }
        return script.events.compactMap { if case .closed(let number) = $0 { number } else { nil } }
    }

    @Test func `takes memory for open connections, and ends those unused for longest where there is none`() {
        let memory = MemoryBudget(limit: 1 << 20)
        let ended = Self.ended(opening: 20_000, memory)
        // Some hundred bytes each, for those that are counted.
        #expect(ended == Array(1...ended.count))
        #expect((20_000 - 12_288 - 2_600...20_000 - 12_288 - 1_000).contains(ended.count))
        #expect(memory.refusals == [.openConnection: ended.count])
    }

    @Test func `keeps ten thousand connections open, whatever else the memory is taken for`() {
        let memory = MemoryBudget(limit: 0)
        #expect(Self.ended(opening: 10_000, memory).isEmpty)
        #expect(memory.refusals.isEmpty)
    }

    @Test func `ends connections beyond the greatest number of open ones`() {
        let limits = ReassemblyLimits()
        let memory = MemoryBudget()
        #expect(Self.ended(opening: limits.openConnections + 10, memory) == Array(1...10))
        #expect(memory.takenBytes < memory.limit)
        #expect(memory.refusals.isEmpty)
    }

    @Test(arguments: [true, false])
    func `takes a great many segments of one byte in reverse`(isReversed: Bool) {
        var script = SegmentScript()
        script.handshake()
        let count = 16_000
        for index in 1...count { script.client(isReversed ? count - index : index % count, "x") }
        #expect(script.events.dropFirst() == [.sent(String(repeating: "x", count: count))])
    }

    @Test func `remembers so many closed connections that late segments open none`() {
        var limits = ReassemblyLimits()
        limits.closedConnections = 1
        var script = SegmentScript(limits: limits)
        for port: UInt16 in [1, 2] {
            script.port = port
            script.handshake()
            script.client(0, flags: fin)
            script.server(0, ack: 1, flags: fin)
        }
        script.client(1, ack: 1)
        #expect(script.reassembly.counts.connections == 2)
        script.port = 1
        script.client(1, ack: 1)
        #expect(script.reassembly.counts.connections == 3)
    }
}
