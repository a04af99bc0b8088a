import Bytes

/// Data of one side, decrypted or missing, in the order of its stream.
struct StreamPiece: Sendable {
    /// The sender.
    var side: Side
    /// The data; empty where it is missing.
    var bytes: [UInt8] = []
    /// How many bytes are missing, and why; `nil` where none are.
    var gap: (length: Int, cause: GapCause)?
    /// Which frame and record carried it; its offset is set when the piece enters the next layer.
    var origin: ByteOrigin
}
