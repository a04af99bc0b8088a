import Bytes
import Forms
import TestSupport
import Testing

/// Forms that are written and read again by the reader of this room.
struct ReadBackTests {
    @Test func `generated forms are read back as they were meant`() throws {
        var generator = SeededGenerator(8)
        for _ in 0..<(TestScope.isWhole ? 2_000 : 500) {
            let form = GeneratedForm(using: &generator)
            let writer = try MultipartWriter(form.parts, using: &generator)
            let read = Self.read(try writer.bytes(), boundary: writer.boundary)
            #expect(read.form.ending == .closed)
            #expect(read.form.parts.count == form.parts.count)
            #expect(read.form.preamble.isEmpty && read.form.epilogue.count == 2)
            #expect(read.form.occurrenceCount == 0)
            for (index, part) in read.form.parts.enumerated() {
                let meant = form.parts[index]
                #expect(
                    part.name.map { Self.unescaped($0) } == Self.unescaped(Self.normalized(meant.name)[...])
                )
                #expect(
                    part.filename.map { Self.unescaped($0) } == meant.filename.map { Self.unescaped($0[...]) }
                )
                #expect(read.contents[index + 1, default: []] == form.contents[index])
            }
        }
    }

    @Test func `a form of twenty thousand parts is read back`() throws {
        let parts = (0..<20_000).map { FormPart(name: "n\($0)", content: .text("\($0)")) }
        let writer = try MultipartWriter(parts)
        let read = Self.read(try writer.bytes(), boundary: writer.boundary)
        #expect(read.form.partCount == 20_000)
        #expect(read.contents[20_000] == Array("19999".utf8))
    }

    private static func read(_ body: [UInt8], boundary: String) -> (form: Form, contents: [Int: [UInt8]]) {
        let read = ReadForm([body], boundary: boundary)
        return (read.form, read.contents)
    }

    /// Names as browsers mean them: every line break is CRLF.
    private static func normalized(_ name: [UInt8]) -> [UInt8] {
        let text = name.map { Character(UnicodeScalar($0)) }
        // Characters are grapheme clusters: CR LF is one of them.
        return String(text).replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing(
            "\n",
            with: "\r\n"
        )
        .unicodeScalars.map { UInt8($0.value) }
    }

    /// What browsers' escapes stand for; a literal `%22` cannot be told from one, so both sides are resolved.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result = Array(text)
        for (escape, byte) in [("%22", UInt8(0x22)), ("%0D", 0x0D), ("%0A", 0x0A)] {
            let escape = Array(escape.utf8)
            var index = 0
            while index + 3 <= result.count {
                if Array(result[index..<(index + 3)]) == escape {
                    result.replaceSubrange(index..<(index + 3), with: [byte])
                }
                index += 1
            }
        }
        return result
    }
}

/// The contents of parts, by number.
