extension Range<Int> {
    /// The range that begins and ends `distance` later; earlier where it is negative.
    @inlinable
    package func moved(by distance: Int) -> Range<Int> {
        (lowerBound &+ distance)..<(upperBound &+ distance)
    }
}
