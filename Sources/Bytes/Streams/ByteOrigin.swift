/// Where bytes of a stream stand, and what carried them.
///
/// A source that has no frames (a socket, a file, a proxy's log) leaves the frame out.
@usableFromInline
package struct ByteOrigin: Hashable, Sendable {
    /// The offset of the first byte in its stream, from 0.
    @usableFromInline package var offset: Int
    /// The frame that carried the bytes or completed their TLS record, from 1, as Wireshark numbers it; `nil` where the
    /// source has no frames.
    @usableFromInline package var frame: Int?
    /// The number of the TLS record in the sender's stream that carried the bytes, from 1; `nil` where they were not
    /// encrypted.
    @usableFromInline package var record: Int?
    /// When they arrived; `nil` where the source has no times.
    @usableFromInline package var time: Timestamp?

    /// Describes bytes that begin at an offset.
    @inlinable
    package init(offset: Int, frame: Int? = nil, record: Int? = nil, time: Timestamp? = nil) {
        self.offset = offset
        self.frame = frame
        self.record = record
        self.time = time
    }

    /// The origin of the bytes that begin `count` bytes further on.
    @inlinable
    package func moved(by count: Int) -> ByteOrigin {
        ByteOrigin(offset: offset + count, frame: frame, record: record, time: time)
    }
}
