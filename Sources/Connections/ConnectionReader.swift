package import CaptureSources

/// Stands between a reader of captures and a handler of connections: give it to ``CaptureReader``.
package struct ConnectionReader<Handler: ConnectionHandler>: PacketHandler {
    private var reassembly: ConnectionReassembly
    /// What is told of the connections.
    package var handler: Handler

    /// Makes a reader that tells `handler`.
    package init(_ handler: consuming Handler, limits: ReassemblyLimits = ReassemblyLimits()) {
        reassembly = ConnectionReassembly(limits: limits)
        self.handler = handler
    }

    /// What was met so far.
    package var counts: ConnectionCounts { reassembly.counts }

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
        reassembly.finish(into: &handler)
    }
}
