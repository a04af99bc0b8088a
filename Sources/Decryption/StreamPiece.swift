import Bytes

/// Data of one side that was decrypted, or could not be, in the order of its stream.
struct StreamPiece: Sendable {
    /// Who sent it.
    var side: Side
    /// The data; empty where it is missing.
    var bytes: [UInt8] = []
    /// How many bytes are missing, and why; `nil` where none are.
    var gap: (length: Int, cause: GapCause)?
    /// What carried it; its offset is set where the piece enters the next layer.
    var origin: ByteOrigin
}
