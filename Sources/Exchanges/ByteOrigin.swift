import Bytes

/// Bytes of a stream as they were delivered: where, in which frame, and when.
struct ByteOrigin {
    /// The stream offset of the first byte.
    var base: Int
    /// The frame that carried the bytes, from 1; `nil` where the source has no frames.
    var frame: Int?
    /// When that frame was captured.
    var time: Timestamp?

    /// The delivery of the bytes that begin `count` bytes further on.
    func moved(by count: Int) -> ByteOrigin {
        ByteOrigin(base: base + count, frame: frame, time: time)
    }
}
