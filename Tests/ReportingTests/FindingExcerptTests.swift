import Inspection
import Testing

@testable import Reporting

struct FindingExcerptTests {
    private func rows(_ range: Range<Int>, in excerpt: String, at offset: Int = 0, width: Int = 60)
        -> [String]
    {
        FindingExcerpt(Sample.finding(range, in: excerpt, at: offset), origin: 0)
            .rows(TextStyle(width: width), ink: .error)
    }

    @Test func `the offending bytes are marked, with a line before and after`() {
        #expect(
            rows(4..<6, in: "ab⏎cd⏎ef⏎gh⏎") == ["  |", "0 | ab␍␊", "4 | cd␍␊", "  | ^^", "8 | ef␍␊"]
        )
    }

    @Test func `wide characters are marked in full`() {
        #expect(rows(3..<9, in: "é漢x字") == ["  |", "0 | é漢x字", "  |  ^^^^^"])
        #expect(rows(2..<5, in: "é漢x") == ["  |", "0 | é漢x", "  |  ^^"])
    }

    @Test func `a range over two lines is marked on both`() {
        #expect(rows(1..<5, in: "ab⏎cd⏎") == ["  |", "0 | ab␍␊", "  |  ^^^", "4 | cd␍␊", "  | ^"])
    }

    @Test func `blanks are drawn where they would be overlooked`() {
        #expect(rows(1..<2, in: "a b ⏎") == ["  |", "0 | a␣b␣␍␊", "  |  ^"])
    }

    @Test func `a place after the last byte is marked there`() {
        #expect(rows(3..<3, in: "abc").suffix(1) == ["  |    ^ here"])
    }

    @Test func `bytes that are no text are escaped`() {
        #expect(rows(2..<3, in: "⟨00⟩⟨FF⟩⟨1B⟩x") == ["  |", "0 | \\x00\\xFF\\x1Bx", "  |         ^^^^"])
    }

    @Test func `a long line is cut on both sides of the mark`() throws {
        let text = String(repeating: "x", count: 200) + "!" + String(repeating: "y", count: 200)
        let rows = rows(200..<201, in: text, width: 50)
        #expect(rows.allSatisfy { $0.columns <= 50 })
        let line = try #require(rows.dropFirst().first)
        let mark = try #require(rows.last)
        let column = try #require(Array(mark).firstIndex(of: "^"))
        #expect(Array(line)[column] == "!")
        #expect(line.contains("| …") && line.hasSuffix("…"))
    }

    @Test func `an excerpt that begins in mid-line says so`() {
        #expect(rows(11..<12, in: "abc⏎", at: 10) == ["   |", "10 | …abc␍␊", "   |   ^"])
    }

    @Test func `nothing is shown where no bytes were kept`() {
        #expect(rows(500..<501, in: "abc").isEmpty)
        #expect(rows(5..<6, in: "").isEmpty)
    }

    @Test func `every range in any bytes can be drawn`() {
        let bytes = "⟨E6⟩⟨BC⟩⏎⟨E6⟩⟨BC⟩⟨A2⟩␍␊␊ x⟨F0⟩⟨9F⟩"
        for lower in 0...14 {
            for upper in lower...15 {
                for width in [40, 41, 100] { _ = rows(lower..<upper, in: bytes, width: width) }
            }
        }
    }
}
