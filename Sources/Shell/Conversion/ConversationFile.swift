import Bytes
import Connections
import Pipeline

/// A TCP connection for one exchange, on its way to a file.
struct ConversationFile {
    /// The number of bytes from which on blocks are written out.
    private static let writtenBytes = 64 * 1024

    private let output: OutputFile
    private var conversation: TCPConversation
    private var blocks: [UInt8] = []

    /// Begins a connection with its handshake; the first packet has a comment.
    init(_ conversation: TCPConversation, comment: String, to output: OutputFile) {
        self.output = output
        self.conversation = conversation
        self.conversation.open(comment: comment, into: &blocks)
    }

    /// Advances the clock; it never goes back.
    mutating func wait(until time: Timestamp?) { conversation.wait(until: time) }

    /// Sends bytes; a gap is skipped, as if the capture had lost its packets.
    mutating func send(_ piece: SpooledBytes.Piece, from side: Side) throws {
        switch piece {
        case .missing(let length, _): conversation.skip(length, from: side)
        case .bytes(let bytes): conversation.send(bytes.span.bytes, from: side, into: &blocks)
        }
        if blocks.count >= Self.writtenBytes { try flush() }
    }

    /// Ends the stream of a side.
    mutating func finish(_ side: Side) { conversation.finish(side, into: &blocks) }

    /// Resets the connection from a side.
    mutating func reset(_ side: Side) { conversation.reset(side, into: &blocks) }

    /// Writes out what waits.
    mutating func flush() throws {
        try output.write(blocks)
        blocks.removeAll(keepingCapacity: true)
    }
}
