import Bytes
import Connections

/// Where bytes of a stream stand, and how they came.
struct StreamPlace {
    /// Who sent them.
    var side: Side
    /// The offset of the first of them in their stream.
    var offset: Int
    /// The frame that carried them, or completed their TLS record, from 1.
    var frame: Int
    /// When that frame was captured.
    var time: Timestamp?
    /// The number of their TLS record in the sender's stream, from 1; `nil` for what was not encrypted.
    var record: Int?
}
