import Testing

@testable import ToolLive

struct TextPiecesTests {
    private static let samples = [
        "a", "é", "€", "😀", "aé€😀b", "😀😀", "e\u{301}",
    ]

    private static func text(_ pieces: [[UInt8]]) -> String {
        var text = TextPieces()
        return pieces.map { text.next($0) }.joined() + text.end()
    }

    @Test(arguments: samples)
    func `a character that is cut anywhere is whole`(sample: String) {
        let bytes = Array(sample.utf8)
        #expect(Self.text(bytes.map { [$0] }) == sample)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]].map(Array.init)
                #expect(Self.text(pieces) == sample, "\(first) \(second)")
            }
        }
    }

    @Test(arguments: [[0xE2, 0x82], [0xF0], [0x61, 0xC3], [0xFF], [0xC3, 0x61], [0x82, 0x82, 0x82, 0x82]])
    func `what is not UTF-8 is not waited for longer than to the end`(bytes: [UInt8]) {
        #expect(Self.text([bytes]) == String(decoding: bytes, as: UTF8.self))
        #expect(Self.text(bytes.map { [$0] }).contains("\u{FFFD}"))
    }

    @Test func `what is whole does not wait`() {
        var text = TextPieces()
        #expect(text.next(Array("a€".utf8)) == "a€")
        #expect(text.next(Array("€".utf8.prefix(2))) == "")
        #expect(text.next(Array("€".utf8.suffix(1)) + Array("b".utf8)) == "€b")
    }
}
