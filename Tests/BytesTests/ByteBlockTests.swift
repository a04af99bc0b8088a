import Testing

@testable import Bytes

/// Sixteen bytes that are looked at in one step, held against one byte at a time.
struct ByteBlockTests {
    /// Each byte value at each place of texts that end before, at and after the end of a block.
    private static let texts: [[UInt8]] = {
        var texts: [[UInt8]] = []
        for count in [1, 7, 15, 16, 17, 31, 32, 33] {
            for byte in UInt8.min...UInt8.max {
                for place in 0..<count {
                    var bytes = [UInt8](repeating: 0x2D, count: count)
                    bytes[place] = byte
                    texts.append(bytes)
                }
            }
        }
        return texts
    }()

    @Test func `the first LF is found, from any offset on`() {
        let wrong = Self.texts.filter { text in
            let bytes = text.span.bytes
            let place = text.firstIndex(of: 0x0A)
            return bytes.firstLineFeed(from: 0) != place
                || bytes.firstLineFeed(from: 1) != (place == 0 ? nil : place)
                || bytes.firstLineFeed(from: text.count) != nil
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: [0x20, 0x21] as [Int8])
    func `the first character that is not printable is found`(_ first: Int8) {
        let wrong = Self.texts.filter { text in
            let end = text.firstIndex { $0 < UInt8(first) || $0 > 0x7E } ?? text.count
            return text.span.bytes.endOfPrintable(in: 0..<text.count, from: first) != end
                || text.span.bytes.endOfPrintable(in: 0..<end, from: first) != end
        }
        #expect(wrong.isEmpty)
    }

    @Test func `letters and dashes at the beginning are counted`() {
        let wrong = Self.texts.filter { text in
            guard text.count >= ByteBlock.count else { return false }
            let other = text.firstIndex { $0 != 0x2D && ($0 | 0x20) &- 0x61 > 25 } ?? text.count
            let block = ByteBlock(in: text.span.bytes, knownAt: 0)
            return block.countOfLettersAndDashes != min(other, ByteBlock.count)
        }
        #expect(wrong.isEmpty)
    }
}
