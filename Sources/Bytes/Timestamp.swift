/// A moment on the capture's clock, in nanoseconds since 1970-01-01T00:00:00Z.
///
/// A capture that does not say when a packet arrived has no timestamp (`nil` where it is used), never an
/// invented one.
@usableFromInline
package struct Timestamp: Hashable, Comparable, Sendable {
    /// Nanoseconds since the epoch; negative before it.
    @usableFromInline package var nanoseconds: Int64

    /// Makes a timestamp from nanoseconds since the epoch.
    @inlinable
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    @inlinable
    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
