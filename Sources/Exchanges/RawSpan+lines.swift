/// What reading lines takes.
extension RawSpan {
    /// The byte at an offset.
    func byte(_ offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The bytes of a range, copied.
    func copied(_ range: Range<Int>) -> [UInt8] {
        // The pointer stays inside the closure, and the array copies what it points to.
        extracting(range).withUnsafeBytes { Array($0) }
    }

    /// The text of a range, undecodable bytes replaced by U+FFFD.
    func text(_ range: Range<Int>) -> String {
        extracting(range).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The offset of the first LF at or after `start`.
    func firstLineFeed(from start: Int) -> Int? {
        var offset = start
        // Eight bytes at a time: a byte of `differences` is zero where the input has an LF, and the
        // subtraction borrows into its top bit. The lowest such bit is exact; higher ones may be false and
        // are not used.
        while offset &+ 8 <= byteCount {
            let word = UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let differences = word ^ 0x0A0A_0A0A_0A0A_0A0A
            let found = (differences &- 0x0101_0101_0101_0101) & ~differences & 0x8080_8080_8080_8080
            if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        while offset < byteCount {
            if byte(offset) == 0x0A { return offset }
            offset &+= 1
        }
        return nil
    }

    /// Whether the line from `start` to the LF at `feed` has no text: nothing, or one or two CR.
    func isBlankLine(from start: Int, feed: Int) -> Bool {
        switch feed - start {
        case 0: true
        case 1: byte(start) == 0x0D
        case 2: byte(start) == 0x0D && byte(start + 1) == 0x0D
        default: false
        }
    }

    /// The offset after the text of the line from `start` to the LF at `feed`: one or two CR are no text.
    func textEnd(from start: Int, feed: Int) -> Int {
        var end = feed
        while end > start, feed - end < 2, byte(end - 1) == 0x0D { end -= 1 }
        return end
    }
}
