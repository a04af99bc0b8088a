import Bytes

/// How the content of a part in one request stands to that in another.
package enum ContentComparison: Hashable, Sendable {
    /// The same bytes.
    case equal
    /// The same bytes but for the way in which lines end.
    case equalButForLineBreaks
    /// Different from this byte of the content on, from 0.
    case differs(at: Int)
    /// Different; where is not known, because the bytes were not kept.
    case differsSomewhere
    /// Not known to be the same or not.
    case unknown

    /// Compares two contents byte by byte.
    package init(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) {
        if left == right {
            self = .equal
            return
        }
        if Self.equalsButForLineBreaks(left, right) {
            self = .equalButForLineBreaks
            return
        }
        let common = zip(left, right).prefix { $0 == $1 }.count
        self = .differs(at: common)
    }

    /// Whether the contents are the same once each CR LF, CR and LF is taken for one line break.
    private static func equalsButForLineBreaks(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool
    {
        var first = left.startIndex
        var second = right.startIndex
        while first < left.endIndex, second < right.endIndex {
            guard left[first].isLineBreak, right[second].isLineBreak else {
                guard left[first] == right[second] else { return false }
                first += 1
                second += 1
                continue
            }
            first += lineBreakLength(in: left, at: first)
            second += lineBreakLength(in: right, at: second)
        }
        return first == left.endIndex && second == right.endIndex
    }

    private static func lineBreakLength(in bytes: ArraySlice<UInt8>, at index: Int) -> Int {
        let isPair = bytes[index] == 0x0D && index + 1 < bytes.endIndex && bytes[index + 1] == 0x0A
        return isPair ? 2 : 1
    }
}
