import Bytes
import Forms
import TestSupport
import Testing

/// Forms that are read in one go, and those that are read without a copy, beside the same ones read step by step.
struct RegularFormTests {
    private static let base: [UInt8] = Array(
        """
        --B\r\nContent-Disposition: form-data; name="a"\r\n\r\none\n-two\r\n--B\r\n\
        Content-Disposition: form-data; name="f"; filename="x"\r\nContent-Type: text/plain\r\n\r\n\r\n--B\r\n\
        Content-Disposition: form-data; name="a"\r\n\r\n\r\r\n--B--\r\n
        """.utf8
    )

    /// Reads a body; `isWatched` makes the reader hand on contents, for which it goes step by step.
    private static func read(
        _ pieces: [[UInt8]],
        boundary: String = "B",
        isWatched: Bool
    ) -> ReadForm {
        ReadForm(pieces, boundary: boundary, collectsContent: isWatched)
    }

    @Test func `a form that is regular, or differs in a byte, is read as it is step by step`() {
        for offset in Self.base.indices {
            var bodies: [[UInt8]] = [Self.base]
            for byte: UInt8 in [0x0A, 0x0D, 0x20, 0x2D, 0x42, 0x3A] {
                bodies.append(Self.base)
                bodies[bodies.count - 1][offset] = byte
                bodies.append(Self.base)
                bodies[bodies.count - 1].insert(byte, at: offset)
            }
            bodies.append(Self.base)
            bodies[bodies.count - 1].remove(at: offset)
            bodies.append(Array(Self.base[..<offset]))
            for body in bodies {
                let quick = ReadForm([body], collectsContent: false).form
                let slow = Self.read([body], isWatched: true).form
                // Before its parts are made.
                let known = Known(quick)
                #expect(known == Known(slow))
                #expect(known == Known(of: quick.parts))
                #expect(quick == slow)
            }
        }
    }

    @Test func `all who ask for the parts of a regular form at once get the same`() async {
        for _ in 0..<200 {
            let form = Self.read([Self.base], isWatched: false).form
            let counts = await withTaskGroup(of: [Int].self) { group in
                for _ in 0..<8 { group.addTask { form.parts.map(\.content.count) } }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(counts == [[8, 0, 1]])
        }
    }

    @Test func `a regular form has the parts that stand in it`() {
        let form = Self.read([Self.base], isWatched: false).form
        #expect(form.parts.map { $0.facts.sample } == [Array("one\n-two".utf8), [], [0x0D]])
        #expect(form.ending == .closed)
        #expect(form.parts[0].headerFacts.nameDigest == form.parts[2].headerFacts.nameDigest)
        #expect(form.parts[0].headerFacts.nameDigest != form.parts[1].headerFacts.nameDigest)
    }

    @Test(arguments: [0, 1, 39, 40, 41, 1_500, 65_400, 65_536, 65_600, 131_072])
    func `content that is passed over where it lies is read as in small pieces`(shift: Int) {
        let boundary = "-----boundary-of-forty-characters-0123456"
        let filler = (0..<250_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        let end = "\r\n--\(boundary)"
        var body = Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8)
        body += filler
        body += Array("x--\(boundary)y".utf8)
        body += filler[..<(shift + 70_000)]
        body += Array("\(end)\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n".utf8)
        body += filler
        body += Array("\(end)--\r\n".utf8)
        let pieces = stride(from: 0, to: body.count, by: 1_460).map {
            Array(body[$0..<min($0 + 1_460, body.count)])
        }
        let cut = 70_000 + shift
        let whole = Self.read([body], boundary: boundary, isWatched: true)
        let inTwo = Self.read(
            [Array(body[..<cut]), Array(body[cut...])],
            boundary: boundary,
            isWatched: true
        )
        let small = Self.read(pieces, boundary: boundary, isWatched: true)
        #expect(whole.form == small.form)
        #expect(inTwo.form == small.form)
        #expect(whole.contents == small.contents)
        #expect(inTwo.contents == small.contents)
        #expect(small.contents[2]?.count == filler.count)
        #expect(small.form.occurrenceCount == 1)
    }
}

/// What is known of the parts of a form without making them.
private struct Known: Equatable {
    struct Texts: Equatable {
        var name: [UInt8]
        var filename: [UInt8]
        var type: [UInt8]

        init(_ name: RawSpan, _ filename: RawSpan, _ type: RawSpan) {
            self.name = name.withUnsafeBytes { Array($0) }
            self.filename = filename.withUnsafeBytes { Array($0) }
            self.type = type.withUnsafeBytes { Array($0) }
        }
    }

    var outlines: [PartOutline]
    var texts: [Texts?]
    var areMostFields: [Bool]
    var start: Int?

    init(_ form: Form) {
        let indices = 0..<form.keptPartCount
        outlines = indices.map { form.outline(ofPartAt: $0) }
        texts = indices.map { index in
            var texts: Texts?
            let isTaken = form.withPlainTexts(ofPartAt: index) {
                texts = Texts($0, $1, $2)
                return true
            }
            return isTaken ? texts : nil
        }
        areMostFields = indices.map { form.beginsAsMostFields(partAt: $0) }
        start = form.firstDelimiterStart
    }

    /// The same of parts that were made.
    init(of parts: [BodyPart]) {
        outlines = parts.map { PartOutline($0) }
        texts = parts.map { part in
            var texts: Texts?
            let isTaken = part.withPlainTexts {
                texts = Texts($0, $1, $2)
                return true
            }
            return isTaken ? texts : nil
        }
        areMostFields = parts.map { part in
            part.delimiter.ending == .crlf && part.headerEnd == .blankLine && part.headerFacts.lineCount == 1
                && part.headerFacts.features.isEmpty
        }
        start = parts.first?.delimiter.text.lowerBound
    }
}
