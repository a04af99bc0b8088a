import NIOCore

/// The buffer in which heads are passed on, with short content after them: it is used again once its bytes have left, for fresh
/// memory for each request would cost more than the copy.
///
/// One event loop's, for all connections: each takes it for as long as it fills it.
struct HeadBuffer {
    /// The bytes that are kept: heads are rarely longer.
    private static let keptLimit = 64 << 10
    /// How many bytes longer a head may become as it is passed on before its buffer has to grow.
    private static let growth = 64

    private var kept = ByteBuffer()

    /// Takes an empty buffer for a number of bytes: another one than before where the system has not taken those yet.
    mutating func take(_ count: Int) -> ByteBuffer {
        var buffer = ByteBuffer()
        swap(&buffer, &kept)
        buffer.clear(minimumCapacity: count + Self.growth)
        return buffer
    }

    /// Takes a buffer back, of which the bytes may be on their way still.
    mutating func giveBack(_ buffer: ByteBuffer) {
        if buffer.capacity <= Self.keptLimit { kept = buffer }
    }
}
