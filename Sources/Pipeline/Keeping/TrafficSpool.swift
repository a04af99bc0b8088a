import CaptureSources

/// The bytes of a capture's traffic, put aside as they come, and read again by their places.
///
/// After the first failure nothing is added or read any more: what is written anew would not be complete.
struct TrafficSpool: Sendable {
    /// The number of bytes kept in memory: traffic is long as a rule, and bodies that are redacted are many at once.
    private static let memoryLimit = 256 * 1024

    private let store: ByteStore

    /// Makes an empty spool.
    init() throws(ByteSource.Failure) {
        store = ByteStore(memoryLimit: Self.memoryLimit)
    }

    /// Why bytes could not be kept or read, where that happened; nothing is complete then.
    var failure: ByteSource.Failure? { store.failure }

    /// The place at which the next bytes will be.
    var end: Int { store.count }

    /// Adds bytes; a failure is noted.
    func append(_ bytes: RawSpan) {
        guard store.failure == nil else { return }
        try? store.append(bytes)
    }

    /// The bytes of a range of places.
    func bytes(_ range: Range<Int>) throws(ByteSource.Failure) -> [UInt8] {
        if let failure { throw failure }
        return try store.contents(of: range)
    }
}
