import Forms

/// The bytes of a body that a page shows: all that were kept, or of too many the first, the last, and those around
/// findings.
struct BodyExtract {
    /// Of the bytes that may be shown, those from the beginning: three quarters.
    private static let headShare = (of: 3, in: 4)
    /// Findings whose surroundings are shown whatever the limit.
    private static let shownFindings = 50
    /// Bytes shown before such a finding.
    private static let before = 64
    /// Bytes shown from it on.
    private static let after = 128

    /// The pieces, in order, each with the offset of its first byte in the body; none touch.
    let pieces: [(offset: Int, bytes: ArraySlice<UInt8>)]
    /// How many bytes they hold.
    let byteCount: Int

    /// Chooses what is shown.
    ///
    /// - Parameters:
    ///   - kept: the bytes that there are.
    ///   - limit: how many of them to show, in bytes; what stands around findings comes on top.
    ///   - offsets: where findings are in the body.
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

    /// The ranges in order, those that touch made one.
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
