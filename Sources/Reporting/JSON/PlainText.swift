import Bytes

/// Scans printable ASCII and copies it in the same step; most texts need no escaping.
struct PlainText {
    /// Bytes that are looked at in one step.
    private typealias Block = SIMD16<UInt8>

    /// Whether `<`, `>` and `&` are escaped.
    let isInScript: Bool

    /// The room for a text: a backslash before each character, and a block of which the first character alone is wanted.
    static func room(for count: Int) -> Int { 2 * count + Block.scalarCount }

    /// Writes printable ASCII where there is room for it, and returns the place after it; `nil` where there is something
    /// else, or what is escaped in a script.
    @inline(never)
    func end(of text: RawSpan, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>? {
        let (count, output) = (text.byteCount, UnsafeMutableRawPointer(place))
        // Sound, here and below: the text has the bytes that are loaded, in two halves that overlap where it is short.
        if count >= Block.scalarCount {
            let last = count &- Block.scalarCount
            var offset = 0
            while true {
                let block = text.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Block.self)
                output.storeBytes(of: block, toByteOffset: offset, as: Block.self)
                guard isPlain(block) else { return escapedEnd(of: text, from: offset, at: place + offset) }
                guard offset < last else { return place + count }
                // The last block overlaps the one before.
                offset = min(offset &+ Block.scalarCount, last)
            }
        }
        if count >= 8 {
            let last = count &- 8
            let words = SIMD2<UInt64>(
                text.unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: UInt64.self),
                text.unsafeLoadUnaligned(fromUncheckedByteOffset: last, as: UInt64.self)
            )
            guard isPlain(unsafeBitCast(words, to: Block.self)) else {
                return escapedEnd(of: text, from: 0, at: place)
            }
            output.storeBytes(of: words[0], as: UInt64.self)
            output.storeBytes(of: words[1], toByteOffset: last, as: UInt64.self)
            return place + count
        }
        guard count >= 4 else { return escapedEnd(of: text, from: 0, at: place) }
        let last = count &- 4
        let first = text.unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: UInt32.self)
        let second = text.unsafeLoadUnaligned(fromUncheckedByteOffset: last, as: UInt32.self)
        guard care(UInt64(first) | UInt64(second) &<< 32) == 0 else {
            return escapedEnd(of: text, from: 0, at: place)
        }
        output.storeBytes(of: first, as: UInt32.self)
        output.storeBytes(of: second, toByteOffset: last, as: UInt32.self)
        return place + count
    }

    /// Does the same from an offset on, with a backslash before each quotation mark and each backslash.
    @inline(never)
    private func escapedEnd(
        of text: RawSpan,
        from start: Int,
        at place: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8>? {
        let count = text.byteCount
        var (output, offset) = (place, start)
        while offset < count {
            let left = count &- offset
            if left >= Block.scalarCount {
                // Sound: as many bytes are left.
                let block = text.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Block.self)
                UnsafeMutableRawPointer(output).storeBytes(of: block, as: Block.self)
                let step = countOfPlain(block)
                output += step
                offset &+= step
                guard step < Block.scalarCount else { continue }
            } else {
                // Zeros stand in place of bytes behind the end.
                let octet = ByteOctet(in: text, at: offset)
                UnsafeMutableRawPointer(output).storeBytes(of: octet.word.littleEndian, as: UInt64.self)
                let step = min(left, care(octet.word).trailingZeroBitCount / 8)
                output += step
                offset &+= step
                guard step < min(left, ByteOctet.count) else { continue }
            }
            let byte = text.knownByte(offset)
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { return nil }
            output.put(UInt8(ascii: "\\"))
            output.put(byte)
            offset &+= 1
        }
        return output
    }

    /// Whether none of sixteen bytes is, or begins, a character that may have to be escaped.
    @inline(__always)
    private func isPlain(_ block: Block) -> Bool {
        let words = care(block)
        return words[0] | words[1] == 0
    }

    /// The number of bytes before the first such; 16 where there is none.
    @inline(__always)
    private func countOfPlain(_ block: Block) -> Int {
        let words = care(block)
        let low = UInt64(littleEndian: words[0])
        if low != 0 { return low.trailingZeroBitCount / 8 }
        return 8 &+ UInt64(littleEndian: words[1]).trailingZeroBitCount / 8
    }

    /// Those of sixteen bytes that are, or begin, a character that may have to be escaped.
    @inline(__always)
    private func care(_ block: Block) -> SIMD2<UInt64> {
        var care = block &- Block(repeating: 0x20) .> Block(repeating: 0x5E)
        care = care .| (block .== Block(repeating: 0x22)) .| (block .== Block(repeating: 0x5C))
        if isInScript {
            care = care .| (block .== Block(repeating: 0x26)) .| (block .== Block(repeating: 0x3C))
            care = care .| (block .== Block(repeating: 0x3E))
        }
        return unsafeBitCast(care, to: SIMD2<UInt64>.self)
    }

    /// Not zero where one of eight bytes is, or begins, a character that may have to be escaped; the lowest bit is in the
    /// first of them.
    @inline(__always)
    private func care(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // The highest bit of a byte is set where it is greater than 0x7E, where it is less than 0x20 or a quotation mark,
        // and where it is a backslash.
        var care = word | (word &+ ones) | ((word ^ ones &* 0x02) &- ones &* 0x21)
        care |= (word ^ ones &* 0x5C) &- ones
        if isInScript {
            for byte: UInt64 in [0x26, 0x3C, 0x3E] { care |= (word ^ ones &* byte) &- ones }
        }
        return care & (ones &* 0x80)
    }
}
