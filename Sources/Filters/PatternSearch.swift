import Bytes

/// The comparison of one pattern with one URL.
///
/// A pattern is segments between stars; each is taken at its first place after the one before, which is right as a star
/// matches anything. Places are tried one by one; where that compares many bytes in vain, as on patterns and URLs of one
/// repeated letter, the search of the segment goes on with all places at once (the Shift-And algorithm), so that the
/// time is linear in the URL for patterns of bounded length.
struct PatternSearch {
    /// How many steps were taken: bytes compared, and words of Shift-And.
    private(set) var work = 0

    /// Whether a pattern matches a request's URL.
    mutating func matches(_ pattern: borrowing FilterPattern, _ request: borrowing FilterRequest) -> Bool {
        if pattern.start == .host {
            work += pattern.text.count
            return request.folded[request.host].elementsEqual(pattern.text)
        }
        return pattern.text.withUnsafeBufferPointer { text in
            let url = pattern.isCaseSensitive ? request.url : request.folded
            return url.withUnsafeBufferPointer { url in
                matches(text, pattern.start, pattern.isEndAnchored, url, request)
            }
        }
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private mutating func matches(
        _ pattern: Bytes,
        _ start: FilterPattern.Start,
        _ isEndAnchored: Bool,
        _ url: Bytes,
        _ request: borrowing FilterRequest
    ) -> Bool {
        var place = start == .label ? request.host.lowerBound : 0
        var segmentStart = 0
        while true {
            var segmentEnd = segmentStart
            while segmentEnd < pattern.count, pattern[segmentEnd] != FilterPattern.star { segmentEnd += 1 }
            let segment = Bytes(rebasing: pattern[segmentStart..<segmentEnd])
            let beginning = segmentStart == 0 ? start : .anywhere
            if segmentEnd == pattern.count, isEndAnchored {
                guard request.isWhole else { return false }
                return endsURL(segment, beginning, in: url, from: place, request.host)
            }
            guard let found = first(segment, beginning, in: url, from: place, request.host) else {
                return false
            }
            guard segmentEnd < pattern.count else { return true }
            place = min(found + segment.count, url.count)
            segmentStart = segmentEnd + 1
        }
    }

    /// Whether the last segment of a pattern stands at the end of the URL.
    private mutating func endsURL(
        _ segment: Bytes,
        _ start: FilterPattern.Start,
        in url: Bytes,
        from: Int,
        _ host: Range<Int>
    ) -> Bool {
        // Each separator at the end of the pattern may stand for the end of the URL.
        var separators = 0
        while separators < segment.count, segment[segment.count - 1 - separators] == FilterPattern.separator {
            separators += 1
        }
        let earliest = max(from, url.count - segment.count)
        let latest = url.count - segment.count + separators
        guard earliest <= latest else { return false }
        return (earliest...latest).contains { place in
            mayBegin(start, at: place, in: url, host) && agrees(segment, with: url, at: place)
        }
    }

    /// The first place from `from` on where a segment stands.
    private mutating func first(
        _ segment: Bytes,
        _ start: FilterPattern.Start,
        in url: Bytes,
        from: Int,
        _ host: Range<Int>
    ) -> Int? {
        guard let opening = segment.first else { return from }
        if start == .url { return agrees(segment, with: url, at: 0) ? 0 : nil }
        let bound = work + 512 + 4 * (url.count - from)
        let isPlain = opening != FilterPattern.separator
        let end = start == .label ? host.upperBound : url.count + 1
        var place = from
        while place < end {
            work += 1
            if isPlain {
                guard place < url.count else { return nil }
                if url[place] != opening {
                    place += 1
                    continue
                }
            }
            if mayBegin(start, at: place, in: url, host), agrees(segment, with: url, at: place) {
                return place
            }
            place += 1
            if work > bound { return firstByAllPlaces(segment, start, in: url, from: place, host) }
        }
        return nil
    }

    private func mayBegin(_ start: FilterPattern.Start, at place: Int, in url: Bytes, _ host: Range<Int>)
        -> Bool
    {
        switch start {
        case .anywhere: true
        case .url: place == 0
        case .label:
            place == host.lowerBound || host.contains(place) && url[place - 1] == UInt8(ascii: ".")
        case .host: place == host.lowerBound
        }
    }

    private mutating func agrees(_ segment: Bytes, with url: Bytes, at place: Int) -> Bool {
        for index in segment.indices {
            work += 1
            let expected = segment[index]
            guard place + index < url.count else {
                guard expected == FilterPattern.separator else { return false }
                continue
            }
            let byte = url[place + index]
            if expected == FilterPattern.separator {
                guard FilterPattern.isSeparator(byte) else { return false }
            } else if byte != expected {
                return false
            }
        }
        return true
    }

    /// The same by Shift-And: bit i of the state says that the bytes up to this one match the first i + 1 of the segment.
    private mutating func firstByAllPlaces(
        _ segment: Bytes,
        _ start: FilterPattern.Start,
        in url: Bytes,
        from: Int,
        _ host: Range<Int>
    ) -> Int? {
        let words = (segment.count + 63) / 64
        // One row of bits for each byte, and one for the end of the URL.
        var rows = [UInt64](repeating: 0, count: 257 * words)
        for index in segment.indices {
            let bit = UInt64(1) << UInt64(index % 64)
            if segment[index] == FilterPattern.separator {
                for byte in 0..<256 where FilterPattern.isSeparator(UInt8(byte)) {
                    rows[byte * words + index / 64] |= bit
                }
                rows[256 * words + index / 64] |= bit
            } else {
                rows[Int(segment[index]) * words + index / 64] |= bit
            }
        }
        let last = (segment.count - 1) / 64
        let lastBit = UInt64(1) << UInt64((segment.count - 1) % 64)
        var state = [UInt64](repeating: 0, count: words)
        for place in from..<(url.count + segment.count) {
            let row = (place < url.count ? Int(url[place]) : 256) * words
            var carry: UInt64 = place <= url.count && mayBegin(start, at: place, in: url, host) ? 1 : 0
            for word in 0..<words {
                let shifted = state[word] << 1 | carry
                carry = state[word] >> 63
                state[word] = shifted & rows[row + word]
            }
            work += words
            if state[last] & lastBit != 0 { return place - segment.count + 1 }
        }
        return nil
    }
}
