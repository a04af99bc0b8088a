import Bytes
import CaptureSources

/// What is said of packets that were dropped: when that begins, and not too often while it goes on.
struct DropNotice {
    /// The least time between two notices, in nanoseconds.
    private static let interval: Int64 = 10_000_000_000

    private var told = DropCounts()
    private var toldAt: Timestamp?

    /// The notice that is due at a time; `nil` for none.
    mutating func notice(of counts: DropCounts, at now: Timestamp) -> String? {
        let new = DropCounts(
            byKernel: counts.byKernel - told.byKernel,
            byInterface: counts.byInterface - told.byInterface
        )
        guard new.dropped > 0 else { return nil }
        if let toldAt, toldAt <= now, now.nanoseconds - toldAt.nanoseconds < Self.interval { return nil }
        told = counts
        toldAt = now
        return new.sentence + ": uploads that they belong to have gaps; "
            + "a capture filter that lets less through helps, or --buffer-size"
    }
}
