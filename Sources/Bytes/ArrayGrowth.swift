/// What arrays take in memory, as far as their counts tell.
///
/// Not by `capacity`: what an allocator gives beyond what was asked for depends on all that was allocated before, and so
/// would what a capture's ``MemoryBudget`` refuses, on what other threads do.
@usableFromInline
package enum ArrayGrowth {
    /// An estimate of the bytes that an array takes which grew to a number of elements by doubling.
    ///
    /// - Parameters:
    ///   - count: the greatest number that it had since it was empty and without room.
    ///   - stride: the size of an element in bytes.
    /// - Returns: the number.
    @inlinable
    package static func bytes(_ count: Int, stride: Int = 1) -> Int {
        count < 2 ? count * stride : (1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)) * stride
    }
}
