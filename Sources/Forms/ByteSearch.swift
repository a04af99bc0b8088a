/// A search for one fixed text in memory, at the speed of the memory and linear on every input.
///
/// Two bytes of the needle (its last and its rarest) are compared with 64 places at once; only where both are
/// right is the needle compared whole. Both bytes are chosen from the needle itself, so that a body made of the
/// needle's commonest byte (dashes, for a boundary with one letter in it) is passed at full speed.
///
/// This file uses raw pointers: bounds-checked loads halve the rate. Every load is inside `base[from..<to]`,
/// because no step of the vector loop goes beyond the last place where the needle fits; short inputs are read bytewise.
package struct ByteSearch: Sendable {
    /// What is searched for; never empty.
    package let needle: [UInt8]
    private let rare: Int
    private let last: Int

    /// Prepares a search for a text of at least 1 byte; an empty text is never found.
    package init(_ needle: [UInt8]) {
        self.needle = needle
        last = max(needle.count - 1, 0)
        // A boundary is short: counting each byte's like is cheaper than a table.
        var best = 0
        var fewest = Int.max
        for index in needle.indices.dropLast() {
            if index > 0, needle[index] == needle[index - 1] { continue }
            var count = 0
            for byte in needle where byte == needle[index] { count += 1 }
            if count <= fewest {
                best = index
                fewest = count
                if index > 2, count == 1 { break }
            }
        }
        rare = best
    }

    /// The first place in `bytes[from...]` where the needle occurs whole, `nil` where it does not.
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
            var next = from
            while next <= final, from &+ 63 <= final {
                // The last step looks again at places before it, so that none is left.
                let place = min(next, final &- 63)
                let rarePlace = base + (place &+ rare)
                let lastPlace = base + (place &+ last)
                let hits0 = Self.hits(rarePlace, rareByte, lastPlace, lastByte)
                let hits1 = Self.hits(rarePlace + 16, rareByte, lastPlace + 16, lastByte)
                let hits2 = Self.hits(rarePlace + 32, rareByte, lastPlace + 32, lastByte)
                let hits3 = Self.hits(rarePlace + 48, rareByte, lastPlace + 48, lastByte)
                let all = hits0 | hits1 | hits2 | hits3
                if all[0] | all[1] != 0 {
                    let found =
                        Self.match(hits0, at: place, base, expected, length)
                        ?? Self.match(hits1, at: place + 16, base, expected, length)
                        ?? Self.match(hits2, at: place + 32, base, expected, length)
                        ?? Self.match(hits3, at: place + 48, base, expected, length)
                    if let found { return found }
                }
                next = place &+ 64
            }
            while next <= final {
                if base.load(fromByteOffset: next + last, as: UInt8.self) == needle[last],
                    base.load(fromByteOffset: next + rare, as: UInt8.self) == needle[rare],
                    Self.equal(base + next, expected, length)
                {
                    return next
                }
                next += 1
            }
            return nil
        }
    }

    /// The first place from `from` on whose byte is not `byte`; the end where all are.
    package static func endOfRun(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from: Int) -> Int {
        guard let base = bytes.baseAddress else { return from }
        let run = SIMD16<UInt8>(repeating: byte)
        var place = from
        while place + 32 <= bytes.count,
            (base + place).loadUnaligned(as: SIMD16<UInt8>.self) == run,
            (base + place + 16).loadUnaligned(as: SIMD16<UInt8>.self) == run
        {
            place += 32
        }
        while place < bytes.count, base.load(fromByteOffset: place, as: UInt8.self) == byte { place += 1 }
        return place
    }

    /// The lanes among sixteen places where both probe bytes are right, as bytes with all bits set.
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

    /// The first place among sixteen where the needle occurs whole, of those that are hits.
    ///
    /// Not inlined, because the loop of those who ask is faster without it.
    @inline(never)
    private static func match(
        _ hits: SIMD2<UInt64>,
        at place: Int,
        _ base: UnsafeRawPointer,
        _ expected: UnsafeRawPointer,
        _ length: Int
    ) -> Int? {
        var lanes = ByteLanes(hits)
        while let lane = lanes.popFirst() {
            if equal(base + (place + lane), expected, length) { return place + lane }
        }
        return nil
    }

    @inline(__always)
    private static func equal(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
        var index = 0
        while index + 8 <= count {
            if left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                != right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            {
                return false
            }
            index += 8
        }
        while index < count {
            if left.load(fromByteOffset: index, as: UInt8.self)
                != right.load(fromByteOffset: index, as: UInt8.self)
            {
                return false
            }
            index += 1
        }
        return true
    }
}
