import Bytes
import Testing

struct ByteClassTests {
    private static func bytes(where holds: (UInt8) -> Bool) -> String {
        String(decoding: (0...UInt8.max).filter(holds), as: UTF8.self)
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    @Test func `a token holds the characters of RFC 9110 and no other`() {
        let expected = "!#$%&'*+-.0123456789" + Self.letters + "^_`" + Self.letters.lowercased() + "|~"
        #expect(Self.bytes(where: \.isTokenCharacter) == expected)
    }

    @Test func `a boundary holds the characters of RFC 2046 and no other`() {
        let expected = "'()+,-./0123456789:=?" + Self.letters + "_" + Self.letters.lowercased()
        #expect(Self.bytes(where: \.isBoundaryCharacter) == expected)
    }

    @Test func `blanks, line breaks, controls and digits are told apart`() {
        #expect(Self.bytes(where: \.isBlank) == "\t ")
        #expect(Self.bytes(where: \.isLineBreak) == "\n\r")
        #expect(Self.bytes(where: \.isDigit) == "0123456789")
        #expect((0...UInt8.max).filter(\.isControl) == Array(0..<0x20) + [0x7F])
    }

    @Test func `hexadecimal digits have their value in both cases`() {
        #expect("0123456789abcdef".utf8.map(\.hexValue) == Array(0...15))
        #expect("0123456789ABCDEF".utf8.map(\.hexValue) == Array(0...15))
        #expect((0...UInt8.max).filter { $0.hexValue != nil }.count == 22)
    }

    @Test func `only ASCII capitals are folded`() {
        let folded = (0...UInt8.max).filter { $0.lowercased != $0 }
        #expect(String(decoding: folded, as: UTF8.self) == Self.letters)
        #expect(folded.map { $0 + 32 } == folded.map(\.lowercased))
    }

    @Test(arguments: [
        ("Content-Type", true, true), ("content-TYPE", true, true), ("Content-Type2", false, true),
        ("Content-Typ", false, false), ("", false, false), ("Content\u{0D}Type", false, false),
    ])
    func `names are compared without regard to case`(text: String, equals: Bool, starts: Bool) {
        #expect(Array(text.utf8).equalsIgnoringCase("content-type") == equals)
        #expect(Array(text.utf8).startsIgnoringCase(with: "content-type") == starts)
    }

    @Test func `a bit apart is not a case apart`() {
        #expect(!Array("[".utf8).equalsIgnoringCase("{"))
        #expect(!Array("@".utf8).equalsIgnoringCase("`"))
        #expect(Array("".utf8).equalsIgnoringCase(""))
    }
}
