/// A search for one fixed text in memory, at the speed of the memory and linear on every input.
///
/// Two bytes of the needle (its last and its rarest) are compared with 64 places at once; only where both are
/// right is the needle compared whole. Both bytes are chosen from the needle itself, so that a body made of the
/// needle's commonest byte (dashes, for a boundary with one letter in it) is passed at full speed.
///
/// This file uses raw pointers: bounds-checked loads halve the rate. Every load is inside `base[from..<to]`,
/// because the vector loop ends 64 places before the last place where the needle fits, and the rest is done bytewise.
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
            var place = from
            while place + 63 <= final {
                let rarePlace = base + place + rare
                let lastPlace = base + place + last
                // A byte of `miss` is 0 where both probe bytes are right.
                let miss0 = Self.miss(rarePlace, rareByte, lastPlace, lastByte)
                let miss1 = Self.miss(rarePlace + 16, rareByte, lastPlace + 16, lastByte)
                let miss2 = Self.miss(rarePlace + 32, rareByte, lastPlace + 32, lastByte)
                let miss3 = Self.miss(rarePlace + 48, rareByte, lastPlace + 48, lastByte)
                let least = pointwiseMin(pointwiseMin(miss0, miss1), pointwiseMin(miss2, miss3))
                if Self.hasZero(least) {
                    var offset = 0
                    while offset < 64 {
                        let miss =
                            offset < 16 ? miss0 : offset < 32 ? miss1 : offset < 48 ? miss2 : miss3
                        for lane in 0..<16 where miss[lane] == 0 {
                            let candidate = place + offset + lane
                            if Self.equal(base + candidate, expected, length) { return candidate }
                        }
                        offset += 16
                    }
                }
                place += 64
            }
            while place <= final {
                if base.load(fromByteOffset: place + last, as: UInt8.self) == needle[last],
                    base.load(fromByteOffset: place + rare, as: UInt8.self) == needle[rare],
                    Self.equal(base + place, expected, length)
                {
                    return place
                }
                place += 1
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

    @inline(__always)
    private static func miss(
        _ rarePlace: UnsafeRawPointer,
        _ rareByte: SIMD16<UInt8>,
        _ lastPlace: UnsafeRawPointer,
        _ lastByte: SIMD16<UInt8>
    ) -> SIMD16<UInt8> {
        (rarePlace.loadUnaligned(as: SIMD16<UInt8>.self) ^ rareByte)
            | (lastPlace.loadUnaligned(as: SIMD16<UInt8>.self) ^ lastByte)
    }

    @inline(__always)
    private static func hasZero(_ vector: SIMD16<UInt8>) -> Bool {
        let halves = unsafeBitCast(vector, to: SIMD2<UInt64>.self)
        let low: UInt64 = 0x0101_0101_0101_0101
        let high: UInt64 = 0x8080_8080_8080_8080
        return (((halves[0] &- low) & ~halves[0]) | ((halves[1] &- low) & ~halves[1])) & high != 0
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
