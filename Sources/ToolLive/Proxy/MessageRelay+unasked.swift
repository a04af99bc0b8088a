import Bytes
import NIOCore
import Recording

/// What a server sends that answers no request: the client would take it for the response to its next one, which may be for
/// another server (RFC 9112 §6.3).
extension MessageRelay {
    /// Whether bytes of the server answer no request.
    func isUnasked(_ bytes: ByteBuffer) -> Bool {
        guard case .messages = phase, outstanding == 0, passedCount == 0 || answerEnd < .max else {
            return false
        }
        // In a tunnel, a server may speak first that does not speak HTTP.
        return !isInTunnel || serverHasAnswered || bytes.readableBytesView.starts(with: "HTTP/".utf8)
    }

    /// Leaves the server that has sent such bytes; the next request has another connection.
    func refuseUnasked(_ count: Int) {
        noteUnasked("sent \(Quantity.of(count, "byte")) without a request")
        leaveAnswering()
    }

    /// Leaves a server that has answered all: the rest of a form that was answered while it came has no receiver.
    private func leaveAnswering() {
        leaveServer()
        rewriting = nil
    }

    /// How many bytes of those that came last follow the last response that was due.
    var surplus: Int {
        guard case .messages = phase, outstanding == 0 else { return 0 }
        return max(connection.sentBytes - tunnelStart - answerEnd, 0)
    }

    /// Passes bytes on without those that follow the last response.
    ///
    /// They were read as the next one, which must have another connection.
    func refuseSurplus(_ count: Int, in buffer: ByteBuffer) {
        let count = min(count, buffer.readableBytes)
        noteUnasked("sent \(Quantity.of(count, "byte")) after the end of its response")
        let last = buffer.readableBytesView.suffix(count)
        client.write(
            buffer.getSlice(at: buffer.readerIndex, length: buffer.readableBytes - count) ?? ByteBuffer()
        )
        // Line breaks alone were not read as a response.
        if last.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) { return leaveAnswering() }
        serverEnded(.finished)
    }

    private func noteUnasked(_ text: String) {
        guard let serverAddress else { return }
        proxy.note(
            "\(serverAddress.authority): the server \(text): not passed on, and its connection is closed"
        )
    }
}
