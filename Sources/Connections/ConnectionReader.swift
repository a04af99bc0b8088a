package import Bytes
package import CaptureSources

/// Connects a capture reader to a handler of connections: pass it to ``CaptureReader``.
package struct ConnectionReader<Handler: ConnectionHandler>: PacketHandler {
    private var reassembly: ConnectionReassembly
    /// Opens the consumers of connections.
    package var handler: Handler

    /// Makes a reader that hands each connection's streams to the consumer that `handler` opens for it.
    package init(
        _ handler: consuming Handler,
        limits: ReassemblyLimits = ReassemblyLimits(),
        memory: MemoryBudget = MemoryBudget()
    ) {
        reassembly = ConnectionReassembly(limits: limits, memory: memory)
        self.handler = handler
    }

    /// Whether the handler wants nothing more.
    package var isFinished: Bool { handler.isFinished }

    /// The counts so far.
    package var counts: ConnectionCounts { reassembly.counts }

    /// The limits that were reached, each once, and the connection on which it was reached first.
    package var passedLimits: [(limit: ReassemblyLimit, connection: Int?)] { reassembly.passedLimits }

    /// Adds the next packet to the stream that it belongs to.
    package mutating func packet(_ header: PacketHeader, _ bytes: RawSpan) {
        reassembly.packet(header, bytes, into: &handler)
        if reassembly.removedTLS != nil { reassembly.removedTLS = nil }
    }

    /// Takes a comment that may tell of TLS that the recorder removed.
    package mutating func comment(_ bytes: RawSpan) {
        reassembly.removedTLS = RemovedTLS(comment: bytes)
    }

    /// Passes on what is wrong with the capture.
    package mutating func problem(_ problem: CaptureProblem) {
        handler.problem(problem)
    }

    /// Passes on the secrets that the capture holds.
    package mutating func secrets(_ secrets: DecryptionSecrets) {
        handler.secrets(secrets)
    }

    /// Says that on a live capture all packets up to a time have come.
    package mutating func passed(_ time: Timestamp) {
        reassembly.passed(time)
    }

    /// Ends the capture; call it once, after ``CaptureReader`` is done.
    package mutating func finish() {
        reassembly.finish()
    }
}
