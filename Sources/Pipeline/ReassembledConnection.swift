import Bytes
import Connections
import Exchanges

/// A connection whose streams come from packets.
///
/// Its inspection begins with its first bytes: of scans and idle connections nothing more is kept than where they are.
/// Where the memory of the capture is used up, the inspection of a connection that was not used for long is given up,
/// and its further bytes are read as those of a connection whose beginning was not captured.
final class ReassembledConnection: StreamConsumer {
    /// What is kept of a connection that carries bytes.
    private struct Reading {
        var inspection: ConnectionInspection
        let memory: MemoryShare
        /// How much of the capture's memory it takes, in bytes.
        var memoryBytes = 0
        /// How many bytes may come before that is counted anew.
        var uncountedBytes = 0

        /// Whether so many bytes more change little in what it takes.
        mutating func counts(_ length: Int) -> Bool {
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
    var isInspected: Bool { !reading.isEmpty }
    private var summary: ConnectionSummary
    /// The reading once it has begun, and until it is closed: it stands apart, as many connections carry no bytes, and in an
    /// array, as a reference to an object would be counted at each packet.
    ///
    /// Unchecked for the reason that ``CaptureRun/workspace`` is: no delivery leads to another one.
    @exclusivity(unchecked) private var reading: [Reading] = []
    private var isClosed = false
    /// Held until the run lets go of its connections: an unowned reference takes an atomic count at each packet.
    private let run: CaptureRun

    /// Makes a connection of which no byte was seen.
    init(_ summary: ConnectionSummary, _ run: CaptureRun) {
        self.summary = summary
        self.run = run
    }

    func received(_ bytes: RawSpan, from side: Side, _ origin: ByteOrigin) {
        guard begin(at: origin) else { return }
        let isCounted = reading[0].counts(bytes.byteCount)
        if Self.deliver(bytes, from: side, origin, to: &reading[0].inspection, &run.workspace) { run.drain() }
        if !isCounted { takeMemory() }
    }

    func missed(_ length: Int, from side: Side, cause: GapCause, _ origin: ByteOrigin) {
        guard begin(at: origin) else { return }
        reading[0].inspection.missed(length, from: side, cause: cause, origin, &run.workspace)
        run.drain()
        takeMemory()
    }

    func ended(_ end: StreamEnd, from side: Side, _ origin: ByteOrigin) {
        // Of a connection that carried no bytes, nothing ends.
        guard !reading.isEmpty else { return }
        note(origin)
        reading[0].inspection.ended(end, from: side, origin, &run.workspace)
        run.drain()
        takeMemory()
    }

    func closed() {
        isClosed = true
        close()
    }

    /// Gives the inspection up; false where there is none.
    func giveUp() -> Bool {
        guard !reading.isEmpty else { return false }
        close()
        summary.sawHandshake = false
        return true
    }

    /// Begins the reading where there is none; false where the connection is closed.
    private func begin(at origin: ByteOrigin) -> Bool {
        note(origin)
        guard reading.isEmpty else { return true }
        guard !isClosed else { return false }
        reading = [Reading(summary, run.workspace.memory)]
        run.opened(self)
        return true
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

    /// Takes memory for what is kept of the connection.
    private func takeMemory() {
        let needed = reading[0].inspection.memoryBytes
        let growsWithItsBytes = reading[0].inspection.growsWithItsBytes
        reading[0].uncountedBytes = growsWithItsBytes ? max(Self.memoryStep, needed / 4) : 0
        let last = reading[0].memoryBytes
        guard last == 0 || abs(needed - last) >= Self.memoryStep else { return }
        reading[0].memoryBytes = needed
        let memory = reading[0].memory
        // A connection that is in use goes on without, where no other is idle: what one keeps has limits of its own.
        while !memory.resize(to: needed), run.giveUpIdle(but: self) {}
    }

    private func close() {
        guard !reading.isEmpty else { return }
        reading[0].inspection.closed(&run.workspace)
        // The table of connections remembers closed ones for a while.
        reading = []
        run.drain()
    }
}
