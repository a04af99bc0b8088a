import Bytes
import Connections

/// Data of one side that was decrypted, or is missing, on its way to who reads it.
struct StreamPiece {
    /// Who sent it.
    var side: Side
    /// The data; empty where it is missing.
    var bytes: [UInt8] = []
    /// How many bytes are missing, and why.
    var gap: (length: Int, cause: GapCause)?
    /// The frame that completed its record.
    var frame: Int
    /// When that frame was captured.
    var time: Timestamp?
    /// The number of its record in the sender's stream, from 1.
    var record: Int
}
