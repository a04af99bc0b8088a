import Forms
import Testing

@testable import Profiles

struct ContentComparisonTests {
    /// Gives bytes in pieces of a size that no block has.
    private final class Drops: PartSource {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) {
            rest = bytes[...]
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            let piece = rest.prefix(min(buffer.count, 1009))
            buffer.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
    }

    private func stream(_ bytes: [UInt8]) -> PartContent {
        .stream(length: bytes.count) { Drops(bytes) }
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
    func `a difference is found at its byte, in whatever block it is`(offset: Int) {
        let left = [UInt8](repeating: 0x61, count: 200_001)
        var right = left
        right[offset] = 0x62
        #expect(ContentComparison(stream(left), stream(right)) == .differs(at: offset))
        #expect(ContentComparison(.bytes(left), stream(left)) == .equal)
        #expect(ContentComparison(stream(left), stream(Array(left[..<offset]))) == .differs(at: offset))
    }

    @Test func `line breaks of all kinds are one, across blocks too`() {
        let lines = [UInt8](repeating: 0x61, count: 65_535)
        let feeds = lines + [0x0A] + lines + [0x0A]
        let pairs = lines + [0x0D, 0x0A] + lines + [0x0D]
        #expect(ContentComparison(stream(feeds), stream(pairs)) == .equalButForLineBreaks)
        #expect(ContentComparison(stream(feeds), stream(pairs + [0x0A, 0x0A])) == .differs(at: 65_535))
    }

    @Test(arguments: [0, 3, 65_530, 65_533, 65_536])
    func `boundaries inside are no difference, wherever blocks end`(offset: Int) {
        let padding = [UInt8](repeating: 0x2D, count: offset)
        func content(_ boundary: String, _ end: String) -> [UInt8] {
            padding + Array("--\(boundary)\r\n\r\nx\r\n--\(boundary)--\(end)".utf8)
        }
        let left = stream(content("-a1", "\r\n"))
        let boundaries = (left: Array("-a1".utf8), right: Array("-b22-b2".utf8))
        let same = stream(content("-b22-b2", "\r\n"))
        #expect(ContentComparison(left, same, of: boundaries) == .equalButForBoundary)
        let other = stream(content("-b22-b2", "!"))
        #expect(ContentComparison(left, other, of: boundaries) == .differs(at: offset + 19))
        #expect(ContentComparison(left, same) == .differs(at: offset + 3))
    }
}
