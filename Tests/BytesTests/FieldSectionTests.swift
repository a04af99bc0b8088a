import Bytes
import Testing

struct FieldSectionTests {
    private func section(_ text: String, base: Int = 1000, bareCREndsLines: Bool = false) -> FieldSection {
        FieldSection(parsing: Array(text.utf8), base: base, bareCREndsLines: bareCREndsLines)
    }

    @Test func `a line is taken apart, with absolute ranges`() throws {
        let section = section("A: b\r\nContent-Type : text/plain\t\r\n")
        let line = try #require(section.lines.last)
        #expect(section.lines.count == 2)
        #expect(section.range == 1000..<1034)
        #expect(line.range == 1006..<1034)
        #expect(line.name == 1006..<1018)
        #expect(line.colon == 1019)
        #expect(line.value == 1021..<1031)
        #expect(line.ending == .crlf)
        #expect(section.text(line.name) == "Content-Type")
        #expect(section.text(line.value) == "text/plain")
    }

    @Test(arguments: [
        ("a:b:c\r\n", "a", "b:c"), (":b\r\n", "", "b"), ("a:\r\n", "a", ""), ("a: \t \r\n", "a", ""),
        ("a\r\n", "a", ""), ("\r\n", "", ""), ("a: b", "a", "b"), ("a:\u{0B}b\n", "a", "\u{0B}b"),
    ])
    func `the first colon parts name and value`(text: String, name: String, value: String) throws {
        let section = section(text)
        let line = try #require(section.lines.first)
        #expect(section.text(line.name) == name)
        #expect(section.text(line.value) == value)
        #expect((line.colon != nil) == text.contains(":"))
    }

    @Test(arguments: [
        ("a: b\r\n c\r\nd: e\r\n", "b\r\n c", 1), ("a: b\r\n\tc\r\n d\r\nd: e\r\n", "b\r\n\tc\r\n d", 2),
        ("a:\r\n b\r\nd: e\r\n", "b", 1), ("a: b\n\u{0C}c\r\nd: e\r\n", "b\n\u{0C}c", 1),
        ("a: b\r\n  \r\nd: e\r\n", "b", 1), ("a: b\r\n \r\n c\r\nd: e\r\n", "b\r\n \r\n c", 2),
        ("a:\r\n \r\nd: e\r\n", "", 1),
    ])
    func `a continuation belongs to the line before it`(text: String, value: String, folds: Int) throws {
        let section = section(text)
        #expect(section.lines.count == 2)
        let line = try #require(section.lines.first)
        #expect(section.text(line.name) == "a")
        #expect(section.text(line.value) == value)
        #expect(line.foldCount == folds)
        #expect(line.range.upperBound == section.lines.last?.range.lowerBound)
    }

    @Test func `a continuation of a line without a colon makes no value`() throws {
        let section = section("a\r\n : b\r\n")
        let line = try #require(section.lines.first)
        #expect(section.lines.count == 1)
        #expect(line.colon == nil)
        #expect(line.value.isEmpty)
        #expect(section.text(line.name) == "a\r\n : b")
        #expect(section.first(named: "a") == nil)
    }

    @Test func `a blank at the very start continues nothing`() throws {
        let line = try #require(section(" a: b\r\n").lines.first)
        #expect(line.foldCount == 0)
        #expect(line.name == 1001..<1002)
    }

    @Test func `lines that end in a lone CR are found where that is asked for`() {
        #expect(section("a: b\rc: d\r").lines.count == 1)
        let section = section("a: b\rc: d\r", bareCREndsLines: true)
        #expect(section.lines.map(\.ending) == [.cr, .cr])
        #expect(section.value(named: "C").map(Array.init) == Array("d".utf8))
    }

    @Test func `fields are found without regard to case, in their order`() {
        let section = section("A: 1\r\nb: 2\r\na : 3\r\na\r\n")
        #expect(section.lines(named: "a").map { section.text($0.value) } == ["1", "3"])
        #expect(section.value(named: "B").map(Array.init) == Array("2".utf8))
        #expect(section.value(named: "c") == nil)
    }

    @Test(arguments: [0..<5, 995..<1002, 1001..<2000, 1004..<1004, 1500..<1600])
    func `a range beyond the section is cut to it`(range: Range<Int>) {
        let section = section("abcd")
        let expected = Array("abcd".utf8).indices.filter { range.contains($0 + 1000) }
        #expect(Array(section[range].indices) == expected)
    }

    @Test func `any bytes are covered by lines without a gap`() {
        for number in 0..<15_625 {
            let alphabet: [UInt8] = [0x61, 0x0D, 0x0A, 0x20, 0x3A]
            var rest = number
            let bytes = (0..<6).map { _ in
                defer { rest /= 5 }
                return alphabet[rest % 5]
            }
            let section = FieldSection(parsing: bytes, base: 7)
            var position = 7
            for line in section.lines {
                #expect(line.range.lowerBound == position)
                #expect(line.range.contains(line.name) && line.range.contains(line.value))
                position = line.range.upperBound
            }
            #expect(position == 13)
        }
    }

    @Test func `plain lines are read in one pass as they are read line by line, whatever byte is another`() {
        let text =
            "Host: a1\r\nContent-Type:  multipart/form-data; boundary=B7 \r\nX-A:\r\nContent-Length: 120\r\n"
        let first = Array(text.utf8)
        for offset in first.indices {
            for byte: UInt8 in [0x0A, 0x0D, 0x20, 0x22, 0x3A, 0x30, 0x61, 0x00, 0x09, 0x7F, 0x80, 0xFF] {
                var bytes = first
                bytes[offset] = byte
                let expected = FieldSection(parsing: bytes, base: 50)
                expectSame(FieldSection(parsing: bytes.span.bytes, base: 50), expected)
                let stream = Array("POST /\r\n".utf8) + bytes + Array("\r\nbody\u{E9}".utf8)
                let found = FieldSection.plain(in: stream.span.bytes, from: 8, base: 50, limit: 9)
                guard let section = found, section.bytes.count == bytes.count else { continue }
                expectSame(section, expected)
                #expect(section.hasPlainLines)
            }
        }
    }

    private func expectSame(_ found: FieldSection, _ expected: FieldSection) {
        #expect(found == expected)
        #expect(found.hasPlainLines == expected.hasPlainLines)
        #expect(found.isPrintable == expected.isPrintable)
        for field in KnownField.allCases {
            #expect(found.first(field) == expected.first(field))
            #expect(found.count(of: field) == expected.count(of: field))
        }
    }

    @Test func `plain lines are found with their blank line, and not before that is there`() throws {
        let stream = Array("POST / HTTP/1.1\r\nHost: a1\r\nContent-Length: 987\r\n\r\nbody".utf8)
        let found = FieldSection.plain(in: stream.span.bytes, from: 17, base: 217, limit: 2)
        let section = try #require(found)
        #expect(section == FieldSection(parsing: Array(stream[17..<48]), base: 217))
        for cut in 17..<50 {
            let start = Array(stream[..<cut])
            let none = FieldSection.plain(in: start.span.bytes, from: 17, base: 217, limit: 2)
            #expect(none == nil)
        }
        let tooMany = FieldSection.plain(in: stream.span.bytes, from: 17, base: 217, limit: 1)
        #expect(tooMany == nil)
    }

    @Test(arguments: [
        ("0", 0), ("999999999999999999", 999_999_999_999_999_999), ("1000000000000000000", nil), ("", nil),
        ("+1", nil),
        ("1 2", nil), ("1, 1", nil), ("1\u{0B}", nil),
    ])
    func `a number is read from digits alone, as many as cannot overflow`(text: String, number: Int?) {
        let section = section("Host: a\r\nContent-Length: \(text)\r\n")
        #expect(section.plainNumber(.contentLength) == number)
        #expect(section.moved(to: 7).plainNumber(.contentLength) == number)
        #expect(section.plainNumber(.expect) == nil)
    }

    @Test func `known fields are counted, and the first with a colon is found`() throws {
        let section = section(
            "content-LENGTH\r\nX-Host: 1\r\nContent-Length: 12\r\nHost : a\r\nContent-Length: 13\r\n"
        )
        #expect(section.count(of: .contentLength) == 3)
        #expect(section.value(.contentLength).map(Array.init) == Array("12".utf8))
        #expect(section.first(.contentLength) == section.lines[2])
        #expect(section.moved(to: 7).first(.contentLength) == section.moved(to: 7).lines[2])
        #expect(section.count(of: .host) == 1)
        #expect(section.first(.expect) == nil)
        #expect(FieldSection().first(.host) == nil)
    }

    @Test func `every known field is found by its name, and by no other`() throws {
        let names: [KnownField: String] = [
            .contentDisposition: "Content-Disposition", .contentType: "CONTENT-TYPE",
            .contentLength: "content-length", .contentEncoding: "Content-Encoding",
            .transferEncoding: "Transfer-Encoding", .expect: "Expect", .host: "host",
            .userAgent: "User-agent",
        ]
        for field in KnownField.allCases {
            let name = try #require(names[field])
            let section = section("\(name): v\r\n\(name.dropLast())x: w\r\n")
            for other in KnownField.allCases {
                #expect(section.count(of: other) == (other == field ? 1 : 0))
            }
            #expect(section.value(field).map(Array.init) == Array("v".utf8))
        }
    }

    @Test(arguments: [
        ("A: b\r\nC:d\r\n", true), ("", true), ("A : b\r\n", false), ("A: b\n", false), ("A b\r\n", false),
        ("A: \u{1}\r\n", false), (" A: b\r\n", false), ("A: b\r\n c\r\n", false), ("A: b\tc\r\n", false),
        ("A: b\u{1}\n", false), ("A: b\u{1}\r\nC: d\n", false),
    ])
    func `lines are plain where each is name, colon, text and CR LF`(text: String, isPlain: Bool) {
        #expect(section(text).hasPlainLines == isPlain)
    }
}
