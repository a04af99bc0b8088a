/// The ranges of a stream that packets carried and the capture cut off at its snap length, sorted, none overlapping.
///
/// A retransmission may still bring their bytes; those that never come are reported as cut off rather than lost.
struct CutRanges {
    /// A range that was cut off.
    private struct Cut {
        var range: Range<Int>
        /// The frame whose packet was cut off.
        var frame: Int
        /// The connection's count of packets when it came.
        var arrival: Int
    }

    /// What an entry costs, in bytes.
    private static let overhead = 40
    /// The most that are kept.
    ///
    /// There are fewer on the way where a gap is given up in time; others are reported as lost.
    private static let limit = 256

    private var cuts: [Cut] = []

    /// Whether there is none.
    var isEmpty: Bool { cuts.isEmpty }
    /// How many there are.
    var count: Int { cuts.count }
    /// What keeping them costs, in bytes.
    var cost: Int { cuts.count * Self.overhead }
    /// The offset of the first; `Int.max` where there is none.
    var firstOffset: Int { cuts.first?.range.lowerBound ?? .max }
    /// The offset after the first; `Int.max` where there is none.
    var firstEnd: Int { cuts.first?.range.upperBound ?? .max }
    /// The frame of the first; meaningful unless empty.
    var firstFrame: Int { cuts.first?.frame ?? 0 }
    /// The count of packets when the first came; meaningful unless empty.
    var firstArrival: Int { cuts.first?.arrival ?? .max }
    /// The offset after the last; `Int.min` where there is none.
    var end: Int { cuts.last?.range.upperBound ?? .min }

    /// Adds what is not there yet of a range.
    mutating func insert(_ range: Range<Int>, frame: Int, arrival: Int) {
        var index = cuts.count
        while index > 0, cuts[index - 1].range.upperBound > range.lowerBound { index -= 1 }
        var start = range.lowerBound
        while start < range.upperBound, cuts.count < Self.limit {
            let next = index < cuts.count ? cuts[index].range : range.upperBound..<range.upperBound
            let end = min(next.lowerBound, range.upperBound)
            if start < end {
                cuts.insert(Cut(range: start..<end, frame: frame, arrival: arrival), at: index)
                index += 1
            }
            start = max(start, next.upperBound)
            index += 1
        }
    }

    /// Forgets what stands before an offset.
    mutating func drop(before offset: Int) {
        var passed = 0
        while passed < cuts.count, cuts[passed].range.upperBound <= offset { passed += 1 }
        cuts.removeFirst(passed)
        if let first = cuts.first, first.range.lowerBound < offset {
            cuts[0].range = offset..<first.range.upperBound
        }
    }
}
