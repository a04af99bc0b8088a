import Bytes
import Connections
import Exchanges

/// A connection whose streams come from packets.
///
/// Its inspection begins with its first bytes: of scans and idle connections nothing more is kept than where they are.
/// Where the memory of the capture is used up, the inspection of a connection that was not used for long is given up,
/// and its further bytes are read as those of a connection whose beginning was not captured.
final class ReassembledConnection: StreamConsumer {
    /// What is kept of a connection that carries bytes; it stands apart, as many carry none.
    private final class Reading {
        /// Unchecked for the reason that ``CaptureRun/workspace`` is: no delivery leads to another one.
        @exclusivity(unchecked) var inspection: ConnectionInspection
        let memory: MemoryShare
        /// How much of the capture's memory it takes, in bytes.
        var memoryBytes = 0
        /// How many bytes may come before that is counted anew.
        var uncountedBytes = 0

        /// Whether so many bytes more change little in what it takes.
        func counts(_ length: Int) -> Bool {
            uncountedBytes -= length
            return uncountedBytes > 0
        }

        init(_ summary: ConnectionSummary, _ memory: MemoryBudget) {
            inspection = ConnectionInspection(summary)
            self.memory = MemoryShare(of: memory, for: .connection)
        }
    }

    /// The number of bytes by which what is taken from the budget may differ from what the connection takes.
    private static let memoryStep = 2 << 10

    /// The frame in which it was last used.
    private(set) var lastUse = 0
    /// Whether it is being inspected.
    var isInspected: Bool { reading != nil }
    private var summary: ConnectionSummary
    private var reading: Reading?
    private var isClosed = false
    /// Held until the run lets go of its connections: an unowned reference takes an atomic count at each packet.
    private let run: CaptureRun

    /// Makes a connection of which no byte was seen.
    init(_ summary: ConnectionSummary, _ run: CaptureRun) {
        self.summary = summary
        self.run = run
    }

    func received(_ bytes: RawSpan, from side: Side, _ origin: ByteOrigin) {
        guard let reading = begin(at: origin) else { return }
        let isCounted = reading.counts(bytes.byteCount)
        if Self.deliver(bytes, from: side, origin, to: &reading.inspection, &run.workspace) { run.drain() }
        if !isCounted { takeMemory(for: reading) }
    }

    func missed(_ length: Int, from side: Side, cause: GapCause, _ origin: ByteOrigin) {
        guard let reading = begin(at: origin) else { return }
        reading.inspection.missed(length, from: side, cause: cause, origin, &run.workspace)
        run.drain()
        takeMemory(for: reading)
    }

    func ended(_ end: StreamEnd, from side: Side, _ origin: ByteOrigin) {
        // Of a connection that carried no bytes, nothing ends.
        guard let reading else { return }
        note(origin)
        reading.inspection.ended(end, from: side, origin, &run.workspace)
        run.drain()
        takeMemory(for: reading)
    }

    func closed() {
        isClosed = true
        close()
    }

    /// Gives the inspection up; false where there is none.
    func giveUp() -> Bool {
        guard reading != nil else { return false }
        close()
        summary.sawHandshake = false
        return true
    }

    /// The reading, begun where there is none; `nil` where the connection is closed.
    private func begin(at origin: ByteOrigin) -> Reading? {
        note(origin)
        guard reading == nil, !isClosed else { return reading }
        let reading = Reading(summary, run.workspace.memory)
        self.reading = reading
        run.opened(self)
        return reading
    }

    /// Notes that it was used; segments that waited come with earlier frames.
    private func note(_ origin: ByteOrigin) { lastUse = max(lastUse, origin.frame ?? 0) }

    /// Delivers bytes, in one access to both values; true where results wait.
    private static func deliver(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        to inspection: inout ConnectionInspection,
        _ workspace: inout InspectionWorkspace
    ) -> Bool {
        inspection.received(bytes, from: side, origin, &workspace)
        return workspace.hasResults
    }

    /// Takes memory for what is kept of a connection.
    private func takeMemory(for reading: Reading) {
        let needed = reading.inspection.memoryBytes
        reading.uncountedBytes = reading.inspection.growsWithItsBytes ? max(Self.memoryStep, needed / 4) : 0
        guard reading.memoryBytes == 0 || abs(needed - reading.memoryBytes) >= Self.memoryStep else { return }
        reading.memoryBytes = needed
        // A connection that is in use goes on without, where no other is idle: what one keeps has limits of its own.
        while !reading.memory.resize(to: needed), run.giveUpIdle(but: self) {}
    }

    private func close() {
        guard let reading else { return }
        reading.inspection.closed(&run.workspace)
        // The table of connections remembers closed ones for a while.
        self.reading = nil
        run.drain()
    }
}
