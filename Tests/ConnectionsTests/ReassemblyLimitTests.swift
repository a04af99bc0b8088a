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
        // Those that have waited for longest.
        #expect(Self.givenUp(script.events) == [1, 2, 3, 4])
    }

    /// The connections with a gap for a limit.
    private static func givenUp(_ events: [SegmentScript.Event]) -> [Int] {
        events.compactMap { if case .gap(let number, _, _, _, .limit) = $0 { number } else { nil } }
    }

    /// Has each of so many connections send a packet of which the one before is missing.
    private static func losing(
        _ count: Int,
        length: Int = 1_400,
        isFromStart: Bool = true,
        _ memory: MemoryBudget
    ) -> SegmentScript {
        var script = SegmentScript(memory: memory)
        let bytes = [UInt8](repeating: 0x78, count: length)
        for number in 1...count {
            script.port = UInt16(number)
            if isFromStart { script.handshake() }
            script.client(2_000, bytes)
        }
        return script
    }

    @Test(arguments: [true, false])
    func `bytes that wait take memory of the capture, and do not where there is none`(isFromStart: Bool) {
        let memory = MemoryBudget(limit: 3 << 20)
        let count = 10_000
        var script = Self.losing(count, isFromStart: isFromStart, memory)
        // Four MiB are not counted.
        #expect((1 << 20...3 << 20).contains(memory.takenBytes))
        #expect(memory.refusals[.heldSegments] ?? 0 > 0)
        let kept = (7 << 20) / 1_520
        let delivered = script.events.filter { if case .bytes = $0 { true } else { false } }.count
        #expect((count - kept...count - kept + 1_500).contains(delivered))
        if isFromStart {
            #expect(script.passedLimits == [.heldInAll])
            #expect(Self.givenUp(script.events) == Array(1...delivered))
        }
        _ = script.finish()
        #expect(memory.takenBytes < 2 << 20)
    }

    @Test func `bytes that wait take no more than their share, and leave the rest to connections`() {
        let memory = MemoryBudget()
        let script = Self.losing(10_000, length: 4_000, memory)
        #expect((24 << 20...32 << 20).contains(memory.takenBytes))
        #expect(memory.refusals.isEmpty)
        #expect(script.passedLimits == [.heldInAll])
    }

    @Test func `packets that come in another order are put in theirs, whatever else the memory is taken for`()
    {
        var script = SegmentScript(memory: MemoryBudget(limit: 0))
        script.handshake()
        let bytes = [UInt8](repeating: 0x78, count: 1_400)
        for index in 1..<2_000 { script.client(index * 1_400, bytes) }
        script.client(0, bytes)
        let all = [UInt8](repeating: 0x78, count: 2_800_000)
        #expect(script.events.dropFirst() == [.bytes(1, .initiator, at: 0, all)])
        #expect(script.passedLimits.isEmpty)
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
