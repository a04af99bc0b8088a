import Bytes

/// Helpers for reading lines.
extension RawSpan {
    /// The bytes of a range, copied.
    func copied(_ range: Range<Int>) -> [UInt8] {
        // The pointer stays inside the closure, and the array copies what it points to.
        extracting(range).withUnsafeBytes { Array($0) }
    }

    /// The text of a range, undecodable bytes replaced by U+FFFD.
    func text(_ range: Range<Int>) -> String {
        extracting(range).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The text of a range that holds a method.
    func method(_ range: Range<Int>) -> String {
        // Nearly all requests with content use POST, which needs no decoding.
        let isPost =
            range.count == 4
            && unsafeLoadUnaligned(fromByteOffset: range.lowerBound, as: UInt32.self).littleEndian
                == 0x5453_4F50
        return isPost ? "POST" : text(range)
    }

    /// The text of a range that holds a protocol version.
    func version(_ range: Range<Int>) -> String {
        // Nearly all messages are of HTTP/1.1, which needs no decoding.
        let isUsual = hasVersion(at: range.lowerBound) && byte(range.upperBound - 1) == 0x31
        return isUsual && range.count == 8 ? "HTTP/1.1" : text(range)
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

    /// The offset after the text of the line from `start` to the LF at `feed`: one or two CR are not text.
    func textEnd(from start: Int, feed: Int) -> Int {
        var end = feed
        while end > start, feed - end < 2, byte(end - 1) == 0x0D { end -= 1 }
        return end
    }
}
