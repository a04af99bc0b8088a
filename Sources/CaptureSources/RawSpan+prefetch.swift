import CMapping

extension RawSpan {
    /// The bytes of a line of the processor's cache.
    private static let lineLength = 64
    /// The length in bytes of a record from which on those after it are likely to be as long; they are expected to have so many.
    private static let longRecord = 1_024
    private static let expectedLength = 1_536

    /// Has the processor bring what follows a long record into its cache, before it is looked at.
    ///
    /// Of a mapped file it does so by itself to the end of a page alone.
    ///
    /// - Parameters:
    ///   - length: the length of the record in bytes.
    ///   - end: its end.
    @inline(__always)
    func prefetchRecord(afterOne length: Int, endingAt end: Int) {
        guard length >= Self.longRecord else { return }
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            // What is close is on its way already.
            var place = end &+ Self.longRecord
            let last = min(place &+ Self.expectedLength, bytes.count)
            while place < last {
                mapping_prefetch(start + place)
                place &+= Self.lineLength
            }
        }
    }
}
