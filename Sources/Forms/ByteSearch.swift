/// Searches memory for one fixed byte string, at memory speed and in linear time on every input.
///
/// Two bytes of the needle (its last and its rarest) are compared at 64 positions at once; the whole needle
/// is compared only where both match. Both bytes are chosen from the needle itself, so that a body made of
/// the needle's commonest byte (dashes, for a boundary with one letter in it) is searched at full speed. In a
/// body in which whole comparisons match far and fail, the search continues with the needle's own repetitions
/// (Knuth-Morris-Pratt).
///
/// This file uses raw pointers: bounds-checked loads halve the rate. Every load is inside `base[from..<to]`,
/// because no step of the vector loop goes beyond the last place where the needle fits; short inputs are read bytewise.
package struct ByteSearch: Sendable {
    /// The byte string to search for; never empty.
    package let needle: [UInt8]
    private let rare: Int
    private let last: Int
    /// Whether the needle is one repeated byte.
    private let isRun: Bool

    /// Prepares a search for at least 1 byte; an empty needle never matches.
    package init(_ needle: [UInt8]) {
        self.needle = needle
        last = max(needle.count - 1, 0)
        rare = needle.withUnsafeBufferPointer { Self.rarest(of: $0) }
        isRun = needle.allSatisfy { $0 == needle[0] }
    }

    /// The place of the rarest byte of a needle, its last one left out.
    private static func rarest(of needle: UnsafeBufferPointer<UInt8>) -> Int {
        // Counting each byte's repetitions, by vectors, is cheaper than a table. Of a long one, the beginning suffices.
        let beginning = UnsafeBufferPointer(rebasing: needle.prefix(128))
        var best = 0
        var fewest = UInt8.max
        // The end of a boundary is random, its beginning is what all of a client have.
        for index in stride(from: beginning.count - 2, through: 0, by: -1) {
            let byte = beginning[index]
            if byte == beginning[index + 1], fewest < .max { continue }
            var count: UInt8 = 0
            for other in beginning where other == byte { count &+= 1 }
            if count < fewest {
                best = index
                fewest = count
                if count == 1 { break }
            }
        }
        return best
    }

    /// Whether the needle consists only of dashes, so that it occurs at every position of a line of dashes.
    var isOfDashes: Bool { isRun && needle.first == 0x2D }

    /// The first occurrence in `bytes[from...]`, `nil` where there is none.
    package func first(in bytes: UnsafeRawBufferPointer, from: Int) -> Int? {
        let length = needle.count
        guard length > 0, from >= 0, from <= bytes.count - length, let base = bytes.baseAddress else {
            return nil
        }
        let final = bytes.count - length
        return needle.withUnsafeBytes { pattern in
            guard let expected = pattern.baseAddress else { return nil }
            let rareByte = SIMD16<UInt8>(repeating: needle[rare])
            let lastByte = SIMD16<UInt8>(repeating: needle[last])
            var comparison = Comparison(base, expected, length, isRun: isRun, from: from)
            var next = from
            while next <= final, from &+ 63 <= final {
                // The last step overlaps positions before it, so that no remainder is left.
                let place = min(next, final &- 63)
                let rarePlace = base + (place &+ rare)
                let lastPlace = base + (place &+ last)
                let hits0 = Self.hits(rarePlace, rareByte, lastPlace, lastByte)
                let hits1 = Self.hits(rarePlace + 16, rareByte, lastPlace + 16, lastByte)
                let hits2 = Self.hits(rarePlace + 32, rareByte, lastPlace + 32, lastByte)
                let hits3 = Self.hits(rarePlace + 48, rareByte, lastPlace + 48, lastByte)
                let all = hits0 | hits1 | hits2 | hits3
                next = place &+ 64
                if all[0] | all[1] != 0 {
                    let found =
                        comparison.first(of: hits0, at: place)
                        ?? comparison.first(of: hits1, at: place + 16)
                        ?? comparison.first(of: hits2, at: place + 32)
                        ?? comparison.first(of: hits3, at: place + 48)
                    if let found { return found }
                    next = max(next, comparison.from)
                    if comparison.inVain > 4096 + 4 * (next - from) {
                        return firstByRepetitions(in: bytes, from: next)
                    }
                }
            }
            while next <= final {
                if base.load(fromByteOffset: next + last, as: UInt8.self) == needle[last],
                    base.load(fromByteOffset: next + rare, as: UInt8.self) == needle[rare],
                    Comparison.agreement(base + next, expected, length) == length
                {
                    return next
                }
                next += 1
            }
            return nil
        }
    }

    /// The first occurrence from `start` on, in linear time for any bytes: the algorithm of Knuth, Morris and
    /// Pratt.
    private func firstByRepetitions(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
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

    /// The first position from `from` on whose byte is not `byte`; the end where all are.
    package static func endOfRun(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from: Int) -> Int {
        guard let base = bytes.baseAddress else { return from }
        let run = SIMD16<UInt8>(repeating: byte)
        var place = from
        while place + 64 <= bytes.count {
            let first = (base + place).loadUnaligned(as: SIMD16<UInt8>.self) ^ run
            let second = (base + place + 16).loadUnaligned(as: SIMD16<UInt8>.self) ^ run
            let third = (base + place + 32).loadUnaligned(as: SIMD16<UInt8>.self) ^ run
            let fourth = (base + place + 48).loadUnaligned(as: SIMD16<UInt8>.self) ^ run
            let others = unsafeBitCast(first | second | third | fourth, to: SIMD2<UInt64>.self)
            guard others[0] | others[1] == 0 else { break }
            place += 64
        }
        while place < bytes.count, base.load(fromByteOffset: place, as: UInt8.self) == byte { place += 1 }
        return place
    }

    /// The lanes among sixteen positions where both probe bytes match, as bytes with all bits set.
    @inline(__always)
    private static func hits(
        _ rarePlace: UnsafeRawPointer,
        _ rareByte: SIMD16<UInt8>,
        _ lastPlace: UnsafeRawPointer,
        _ lastByte: SIMD16<UInt8>
    ) -> SIMD2<UInt64> {
        let isRare = rarePlace.loadUnaligned(as: SIMD16<UInt8>.self) .== rareByte
        let isLast = lastPlace.loadUnaligned(as: SIMD16<UInt8>.self) .== lastByte
        return unsafeBitCast(isRare .& isLast, to: SIMD2<UInt64>.self)
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
    ///
    /// Not inlined, because the calling loop is faster without it.
    @inline(never)
    mutating func first(of hits: SIMD2<UInt64>, at place: Int) -> Int? {
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
        while index + 8 <= count {
            let others =
                left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                ^ right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard others == 0 else { return index + UInt64(littleEndian: others).trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count,
            left.load(fromByteOffset: index, as: UInt8.self)
                == right.load(fromByteOffset: index, as: UInt8.self)
        {
            index += 1
        }
        return index
    }
}
