/// Two bytes of a needle, by which the places are found where it may be, sixty-four in one step.
///
/// The first byte is looked for, and where that occurs, the last one that differs from it; the whole needle
/// is compared only where both match. So a body made of one byte of the needle (dashes, for a boundary with
/// one letter in it) is searched at full speed. In a body in which whole comparisons match far and fail, the
/// search continues with the needle's own repetitions (Knuth-Morris-Pratt).
///
/// This file uses raw pointers: bounds-checked loads halve the rate. Every load is inside `base[from..<to]`,
/// because no vector step goes beyond the last place where the needle fits; the shortest inputs are read
/// bytewise.
struct ByteProbes: Sendable {
    /// The place of the other byte in the needle.
    private let other: Int
    /// Whether the needle is one repeated byte; then the other one is its last.
    let isRun: Bool

    /// Chooses the bytes of a needle.
    init(_ needle: UnsafeRawBufferPointer) {
        let last = max(needle.count - 1, 0)
        var place = last
        while place > 0, needle[place] == needle[0] { place -= 1 }
        isRun = place == 0
        other = isRun ? last : place
    }

    /// The first occurrence in `bytes[from...]` of the needle that they were chosen from, `nil` where there is
    /// none.
    func first(of needle: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer, from: Int) -> Int? {
        guard other < needle.count, from >= 0, from <= bytes.count - needle.count,
            let base = bytes.baseAddress, let expected = needle.baseAddress
        else { return nil }
        let final = bytes.count - needle.count
        let firstByte = SIMD16<UInt8>(repeating: needle[0])
        let otherByte = SIMD16<UInt8>(repeating: needle[other])
        var comparison = Comparison(base, expected, needle.count, isRun: isRun, from: from)
        var next = from
        while next &+ 63 <= final {
            let start = base + next
            let firsts0 = Self.places(of: firstByte, start)
            let firsts1 = Self.places(of: firstByte, start + 16)
            let firsts2 = Self.places(of: firstByte, start + 32)
            let firsts3 = Self.places(of: firstByte, start + 48)
            let place = next
            next = place &+ 64
            guard (firsts0 | firsts1 | firsts2 | firsts3).hasLanes else { continue }
            let hits0 = firsts0 & Self.places(of: otherByte, start + other)
            let hits1 = firsts1 & Self.places(of: otherByte, start + (other &+ 16))
            let hits2 = firsts2 & Self.places(of: otherByte, start + (other &+ 32))
            let hits3 = firsts3 & Self.places(of: otherByte, start + (other &+ 48))
            guard (hits0 | hits1 | hits2 | hits3).hasLanes else { continue }
            let found =
                comparison.first(of: hits0, at: place)
                ?? comparison.first(of: hits1, at: place &+ 16)
                ?? comparison.first(of: hits2, at: place &+ 32)
                ?? comparison.first(of: hits3, at: place &+ 48)
            if let found { return found }
            next = max(next, comparison.from)
            if comparison.inVain > 4096 + 4 * (next - from) {
                return Self.firstByRepetitions(of: needle, in: bytes, from: next)
            }
        }
        while next <= final, from &+ 15 <= final {
            // The last step overlaps positions before it, so that no remainder is left.
            let place = min(next, final &- 15)
            let firsts = Self.places(of: firstByte, base + place)
            let hits = firsts & Self.places(of: otherByte, base + (place &+ other))
            if let found = comparison.first(of: hits, at: place) { return found }
            next = max(place &+ 16, comparison.from)
        }
        while next <= final {
            if Comparison.agreement(base + next, expected, needle.count) == needle.count { return next }
            next &+= 1
        }
        return nil
    }

    /// The first occurrence from `start` on, in linear time for any bytes: the algorithm of Knuth, Morris and
    /// Pratt.
    private static func firstByRepetitions(
        of needle: UnsafeRawBufferPointer,
        in bytes: UnsafeRawBufferPointer,
        from start: Int
    ) -> Int? {
        // For each number of matching bytes: the next smaller number that matches at the same position.
        var fallback = [0, 0]
        fallback.reserveCapacity(needle.count + 1)
        for index in 1..<needle.count {
            var length = fallback[index]
            while length > 0, needle[length] != needle[index] { length = fallback[length] }
            fallback.append(needle[length] == needle[index] ? length + 1 : 0)
        }
        var agreed = 0
        var place = start
        while place < bytes.count {
            let byte = bytes[place]
            while agreed > 0, needle[agreed] != byte { agreed = fallback[agreed] }
            if needle[agreed] == byte { agreed += 1 }
            place += 1
            if agreed == needle.count { return place - agreed }
        }
        return nil
    }

    /// The lanes among sixteen positions where a byte stands, as bytes with all bits set.
    @inline(__always)
    private static func places(of byte: SIMD16<UInt8>, _ start: UnsafeRawPointer) -> SIMD2<UInt64> {
        unsafeBitCast(start.loadUnaligned(as: SIMD16<UInt8>.self) .== byte, to: SIMD2<UInt64>.self)
    }
}

/// Whole comparisons of the needle, and the result of those that failed.
private struct Comparison {
    private let base: UnsafeRawPointer
    private let expected: UnsafeRawPointer
    private let length: Int
    private let isRun: Bool
    /// The needle does not begin before this position.
    private(set) var from: Int
    /// The number of bytes that matched in failed comparisons.
    private(set) var inVain = 0

    init(_ base: UnsafeRawPointer, _ expected: UnsafeRawPointer, _ length: Int, isRun: Bool, from: Int) {
        self.base = base
        self.expected = expected
        self.length = length
        self.isRun = isRun
        self.from = from
    }

    /// The first position among sixteen where the whole needle occurs, of those that are hits.
    @inline(__always)
    mutating func first(of hits: SIMD2<UInt64>, at place: Int) -> Int? {
        hits.hasLanes ? firstAgreeing(of: hits, at: place) : nil
    }

    /// Not inlined, because the calling loop is faster without it.
    @inline(never)
    private mutating func firstAgreeing(of hits: SIMD2<UInt64>, at place: Int) -> Int? {
        guard from < place + 16 else { return nil }
        var lanes = ByteLanes(hits)
        if from > place { lanes.drop(from - place) }
        while let lane = lanes.popFirst() {
            let agreed = Self.agreement(base + (place + lane), expected, length)
            guard agreed < length else { return place + lane }
            inVain &+= agreed
            if isRun {
                // The byte at which matching ended is in no occurrence.
                from = place + lane + agreed + 1
                lanes.drop(from - place)
            }
        }
        return nil
    }

    /// The number of equal bytes from the first on, at most `count`.
    @inline(__always)
    static func agreement(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Int {
        var index = 0
        while index &+ 8 <= count {
            let others =
                left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                ^ right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard others == 0 else { return index &+ UInt64(littleEndian: others).trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count,
            left.load(fromByteOffset: index, as: UInt8.self)
                == right.load(fromByteOffset: index, as: UInt8.self)
        {
            index &+= 1
        }
        return index
    }
}
