import Testing

@testable import Trials

struct ReadingComparisonTests {
    private static func field(_ name: String?, _ content: String, file: String? = nil) -> ReadField {
        ReadField(name: name, filename: file, content: Array(content.utf8))
    }

    private static let body = Array(
        """
        --B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n\
        --C\r\nContent-Disposition: form-data; name="z"\r\n\r\n2\r\n--B--\r\n
        """.utf8
    )

    private static func effects(_ meant: [ReadField]?, _ read: [ReadField]) -> [String] {
        ReadingComparison(meant: meant, read: read, of: body).effects.map(\.text)
    }

    @Test func `the order of fields does not matter, nor an empty filename`() {
        let meant = [Self.field("a", "1"), Self.field("a", "2"), Self.field("f", "", file: "")]
        #expect(Self.effects(meant, [Self.field("f", ""), meant[1], meant[0]]) == [])
    }

    @Test func `a field that is missing is lost, once for each time`() {
        let meant = [Self.field("a", "1"), Self.field("a", "1"), Self.field("f", "x", file: "f.txt")]
        #expect(Self.effects(meant, [meant[0]]) == ["loses the field 'a'", "loses the file 'f'"])
    }

    @Test func `a field whose bytes are in another's content is merged into it`() throws {
        let meant = [Self.field("a", "1"), Self.field("z", "2")]
        let content = try #require(String(decoding: Self.body, as: UTF8.self).firstRange(of: "1\r\n--C"))
        let merged = String(String(decoding: Self.body, as: UTF8.self)[content.lowerBound...].prefix(57))
        let read = ReadingComparison(meant: meant, read: [Self.field("a", merged)], of: Self.body)
        #expect(read.effects.map(\.kind) == [.changesContent, .merges])
        #expect(read.effects.last?.text == "loses the field 'z': its bytes are in the content of 'a'")
    }

    @Test func `names, filenames and contents that changed are said as such`() {
        let meant = [
            Self.field("a b", "1"), Self.field("f", "x", file: "../x"), Self.field("g", "y", file: "y"),
            Self.field("h", "12"), Self.field("n", "7"),
        ]
        let read = [
            Self.field("a", "1"), Self.field("f", "x", file: "x"), Self.field("g", "y"),
            Self.field("h", "1"), Self.field(nil, "7"), Self.field("new", "8"),
        ]
        #expect(
            Self.effects(meant, read) == [
                "calls the file '../x' 'x'", "gives the file 'g' ('y') as a text",
                "reads another content of 'h': 1 byte in place of 2",
                "reads the field 'a b' under the name 'a'", "reads the field 'n' without a name",
                "reads a field 'new' that was not meant",
            ]
        )
    }

    @Test func `an empty name is said as such`() {
        let effects = Self.effects([Self.field("a", "1")], [Self.field("", "1")])
        #expect(effects == ["reads the field 'a' with an empty name"])
    }

    @Test func `where it is not known what was meant, what was read is said`() {
        #expect(
            Self.effects(nil, [Self.field("b", "1")]) == [
                "reads 'b' (1 byte), where it cannot be known what was meant"
            ]
        )
        #expect(Self.effects(nil, []) == [])
    }

    @Test func `filenames that are not known are not compared`() {
        let meant = [Self.field("f", "x", file: "f.txt")]
        let read = ReadingComparison(meant: meant, read: [Self.field("f", "x")], of: [], hasFilenames: false)
        #expect(read.effects == [])
    }

    @Test func `text of a server is escaped`() {
        let effects = Self.effects([Self.field("a", "1")], [Self.field("\u{1B}[2J\u{202E}", "1")])
        #expect(effects == ["reads the field 'a' under the name '\\x1B[2J\\u{202e}'"])
    }
}
