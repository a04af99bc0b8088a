import NIOCore
import Recording

/// How much is read from a socket at once: much from a connection that has sent much, while few are open.
///
/// The longer a read, the fewer times threads are woken for the same bytes. Each connection keeps its buffer: those that are
/// larger than ``leastLimit`` share ``sharedBytes``.
///
/// One event loop's.
struct SharedReadSize: RecvByteBufferAllocator {
    private static let leastLimit = 16 << 10
    private static let smallLimit = 64 << 10
    private static let greatestLimit = 512 << 10
    private static let sharedBytes = 4 << 20
    /// The number of bytes after which a connection has sent much.
    private static let muchBytes = 1 << 20

    private let traffic: NIOLoopBound<LiveTraffic>
    private var wanted = AdaptiveRecvByteBufferAllocator(
        minimum: 1_024,
        initial: 4_096,
        maximum: greatestLimit
    )
    private var readBytes = 0

    /// Begins with little for one of the connections of `traffic`.
    init(of traffic: LiveTraffic, on loop: any EventLoop) {
        self.traffic = NIOLoopBound(traffic, eventLoop: loop)
    }

    private var limit: Int {
        let exact = max(Self.leastLimit, Self.sharedBytes / max(traffic.value.openCount, 1))
        // Buffers have a power of two of bytes: what is between two of them would be room that is not used.
        let share = 1 << (Int.bitWidth - 1 - exact.leadingZeroBitCount)
        return readBytes < Self.muchBytes ? min(share, Self.smallLimit) : share
    }

    private var size: Int {
        guard let wanted = wanted.nextBufferSize() else { return limit }
        // No limit is less.
        return wanted <= Self.leastLimit ? wanted : min(wanted, limit)
    }

    func nextBufferSize() -> Int? { size }

    func buffer(allocator: ByteBufferAllocator) -> ByteBuffer { allocator.buffer(capacity: size) }

    mutating func record(actualReadBytes: Int) -> Bool {
        readBytes = min(readBytes + actualReadBytes, Self.muchBytes)
        return wanted.record(actualReadBytes: actualReadBytes)
    }
}
