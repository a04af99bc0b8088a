import NIOCore

/// The body of an answer that goes on as long as both ends want it to: written as it comes, and neither recorded nor
/// inspected.
///
/// One event loop's.
final class AnswerStream {
    /// Called once the head of the answer was written.
    var began: (() -> Void)?
    /// Called when the client has read so much that there is room again.
    var hasRoom: (() -> Void)?
    /// Called once when the connection is over.
    var ended: (() -> Void)?

    private var channel: (any Channel)?

    /// Whether the client keeps up: more should only be written while it does.
    var isWritable: Bool { channel?.isWritable ?? false }

    /// The head of the answer was written.
    func begin(on channel: any Channel) {
        self.channel = channel
        began?()
    }

    /// Writes the next bytes of the body.
    func write(_ text: String) {
        guard let channel else { return }
        channel.writeAndFlush(channel.allocator.buffer(string: text), promise: nil)
    }

    /// Closes the connection, with which the body ends.
    func close() { channel?.close(promise: nil) }

    /// The connection is over.
    func end() {
        channel = nil
        ended?()
        ended = nil
    }
}
