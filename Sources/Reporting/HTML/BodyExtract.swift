import Forms

/// The bytes of a body that a page shows: all that were kept, or, beyond the limit, the first, the last, and
/// those around findings.
struct BodyExtract {
    /// The share of the limit that is used for the first bytes: three quarters.
    private static let headShare = (of: 3, in: 4)
    /// The number of findings whose surrounding bytes are shown regardless of the limit.
    private static let shownFindings = 50
    /// The number of bytes shown before such a finding.
    private static let before = 64
    /// The number of bytes shown from such a finding on.
    private static let after = 128

    /// The pieces, in order, each with the offset of its first byte in the body; no two are adjacent.
    let pieces: [(offset: Int, bytes: ArraySlice<UInt8>)]
    /// The number of bytes in them.
    let byteCount: Int

    /// Chooses the bytes to show.
    ///
    /// - Parameters:
    ///   - kept: the available bytes.
    ///   - limit: the number of bytes to show, besides the bytes around findings.
    ///   - offsets: the offsets of findings in the body.
    init(_ kept: KeptBytes, limit: Int, around offsets: [Int]) {
        let all = kept.ranges
        var ranges = all
        if all.reduce(0, { $0 + $1.count }) > limit {
            let head = limit / Self.headShare.in * Self.headShare.of
            ranges = Self.first(head, of: all) + Self.last(limit - head, of: all)
            for offset in offsets.prefix(Self.shownFindings) {
                let lower = max(offset - Self.before, 0)
                ranges += all.map { $0.clamped(to: lower..<max(offset + Self.after, lower)) }
            }
        }
        pieces = Self.joined(ranges).compactMap { range in kept[range].map { (range.lowerBound, $0) } }
        byteCount = pieces.reduce(0) { $0 + $1.bytes.count }
    }

    private static func first(_ count: Int, of ranges: [Range<Int>]) -> [Range<Int>] {
        var room = count
        return ranges.map { range in
            let taken = min(range.count, room)
            room -= taken
            return range.lowerBound..<(range.lowerBound + taken)
        }
    }

    private static func last(_ count: Int, of ranges: [Range<Int>]) -> [Range<Int>] {
        var room = count
        return ranges.reversed().map { range in
            let taken = min(range.count, room)
            room -= taken
            return (range.upperBound - taken)..<range.upperBound
        }
    }

    /// The ranges in order, adjacent ones joined.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound {
                let upper = max(last.upperBound, range.upperBound)
                result[result.count - 1] = last.lowerBound..<upper
            } else {
                result.append(range)
            }
        }
        return result
    }
}
