import Testing

@testable import Bytes

struct CharacterCountsTests {
    @Test(arguments: [0, 1, 7, 8, 9, 255, 2_040, 2_048, 5_000, 70_000])
    func `counts what a loop over the bytes counts`(length: Int) {
        var state = UInt64(length) | 1
        let text = (0..<length).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        let counts = CharacterCounts(of: text.span.bytes)
        #expect(counts.controls == text.count(where: \.isControl))
        #expect(counts.beyondASCII == text.count { $0 > 0x7F })
    }

    @Test func `counts a long text of one character`() {
        let counts = CharacterCounts(of: [UInt8](repeating: 0x7F, count: 100_001).span.bytes)
        #expect(counts.controls == 100_001)
        #expect(counts.beyondASCII == 0)
    }
}
