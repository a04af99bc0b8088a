package import CaptureSources

/// Stands between a reader of captures and a handler of connections: give it to ``CaptureReader``.
package struct ConnectionReader<Handler: ConnectionHandler>: PacketHandler {
    private var reassembly: ConnectionReassembly
    /// Opens the consumers of connections.
    package var handler: Handler

    /// Makes a reader that hands each connection's streams to the consumer that `handler` opens for it.
    package init(_ handler: consuming Handler, limits: ReassemblyLimits = ReassemblyLimits()) {
        reassembly = ConnectionReassembly(limits: limits)
        self.handler = handler
    }

    /// What was met so far.
    package var counts: ConnectionCounts { reassembly.counts }

    /// The limits that were reached, each once, and the connection on which it was reached first.
    package var passedLimits: [(limit: ReassemblyLimit, connection: Int?)] { reassembly.passedLimits }

    /// Puts the next packet into the stream that it belongs to.
    package mutating func packet(_ header: PacketHeader, _ bytes: RawSpan) {
        reassembly.packet(header, bytes, into: &handler)
    }

    /// Hands on what is wrong with the capture.
    package mutating func problem(_ problem: CaptureProblem) {
        handler.problem(problem)
    }

    /// Hands on the secrets that the capture holds.
    package mutating func secrets(_ secrets: DecryptionSecrets) {
        handler.secrets(secrets)
    }

    /// Says that the capture has ended; call it once, after ``CaptureReader`` is done.
    package mutating func finish() {
        reassembly.finish()
    }
}
