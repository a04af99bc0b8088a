import NIOCore
import Recording

/// When a relay reads, and when it ends.
extension MessageRelay {
    func readClient() {
        guard !isOver, !connection.isBehind, !holdsMuch else { return }
        if case .closing = phase { return client.read() }
        guard !isConnecting, server?.isWritable ?? true, rewriting?.isIdle ?? true else { return }
        client.read()
    }

    func readServer() {
        guard !isOver, !isConnecting, !connection.isBehind, client.isWritable else { return }
        server?.read()
    }

    func finish() {
        guard !isOver else { return }
        isOver = true
        if let tunnelFault { proxy.note(tunnelFault) }
        rewriting = nil
        closeConnection()
        client.close()
        server?.close()
        itself = nil
    }

    /// Closes both connections where the client sends no more, and all is answered; until then the server gets
    /// the end of the stream, as it would from the client.
    func finishIfDone() {
        guard !isOver, clientHasEnded, requests.isEmpty, !isConnecting else { return }
        if case .tunnel = phase { return }
        if outstanding == 0 { return finish() }
        // A stream ends with its request.
        guard !serverIsEnded, stream == nil else { return }
        serverIsEnded = true
        server?.flush()
        server?.closeOutput()
    }
}
