import Bytes
import Connections
import Exchanges

/// A connection whose streams come from packets.
///
/// Its inspection begins with its first bytes: of scans and idle connections nothing more is kept than where they are.
/// Where the memory of the capture is used up, the inspection of a connection that was not used for long is given up,
/// and its further bytes are read as those of a connection whose beginning was not captured.
final class ReassembledConnection: StreamConsumer {
    /// What an inspection keeps of a connection, in bytes, besides what it is sent: measured, and rounded up.
    private static let memoryBytes = 8 << 10

    /// Whether bytes came since the connection was last looked at.
    var wasUsed = false
    /// Whether it is being inspected; apart from the inspection, since a comparison with `nil` copies that.
    private(set) var isInspected = false
    private var summary: ConnectionSummary
    private var inspection: ConnectionInspection?
    private var memory: MemoryShare?
    private var isClosed = false
    private unowned let run: CaptureRun

    /// Makes a connection of which no byte was seen.
    init(_ summary: ConnectionSummary, _ run: CaptureRun) {
        self.summary = summary
        self.run = run
    }

    func received(_ bytes: RawSpan, from side: Side, _ origin: ByteOrigin) {
        begin()
        inspection?.received(bytes, from: side, origin, &run.workspace)
        run.drain()
    }

    func missed(_ length: Int, from side: Side, cause: GapCause, _ origin: ByteOrigin) {
        begin()
        inspection?.missed(length, from: side, cause: cause, origin, &run.workspace)
        run.drain()
    }

    func ended(_ end: StreamEnd, from side: Side, _ origin: ByteOrigin) {
        begin()
        inspection?.ended(end, from: side, origin, &run.workspace)
        run.drain()
    }

    func closed() {
        isClosed = true
        close()
    }

    /// Gives the inspection up; false where there is none.
    func giveUp() -> Bool {
        guard isInspected else { return false }
        close()
        summary.sawHandshake = false
        return true
    }

    private func begin() {
        wasUsed = true
        guard !isInspected, !isClosed else { return }
        let memory = MemoryShare(of: run.workspace.memory, for: .connection)
        while !memory.resize(to: Self.memoryBytes), run.giveUpIdle(but: self) {}
        self.memory = memory
        inspection = ConnectionInspection(summary)
        isInspected = true
        run.opened(self)
    }

    private func close() {
        inspection?.closed(&run.workspace)
        // The table of connections remembers closed ones for a while.
        inspection = nil
        isInspected = false
        memory = nil
        run.drain()
    }
}
