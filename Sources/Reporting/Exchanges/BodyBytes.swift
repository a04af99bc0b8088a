/// The bytes of a body, possibly with gaps.
struct BodyBytes {
    /// A piece of a body.
    struct Piece {
        /// Its place in the body.
        var range: Range<Int>
        /// Its bytes, `nil` for a gap.
        var bytes: ArraySlice<UInt8>?
    }

    private let bytes: [UInt8]
    private let gaps: [Range<Int>]

    /// Makes the bytes of a body; `bytes` does not include those in `gaps`.
    init(_ bytes: [UInt8], gaps: [Range<Int>]) {
        self.bytes = bytes
        self.gaps = gaps
    }

    /// A range of the body, split at the ends of gaps.
    func pieces(of range: Range<Int>) -> [Piece] {
        var pieces: [Piece] = []
        var start = range.lowerBound
        var missing = 0
        func take(to end: Int) {
            guard end > start else { return }
            let lower = min(max(start - missing, 0), bytes.count)
            let upper = min(max(end - missing, lower), bytes.count)
            pieces.append(Piece(range: start..<end, bytes: bytes[lower..<upper]))
            start = end
        }
        for gap in gaps where gap.lowerBound < range.upperBound {
            take(to: gap.lowerBound)
            missing += gap.count
            let overlap = gap.clamped(to: range)
            guard !overlap.isEmpty, overlap.upperBound > start else { continue }
            pieces.append(Piece(range: overlap, bytes: nil))
            start = overlap.upperBound
        }
        take(to: range.upperBound)
        return pieces
    }
}
