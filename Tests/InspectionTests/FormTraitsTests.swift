import Bytes
import Forms
import Testing

@testable import Inspection

/// What rules ask for before they are run on a form.
struct FormTraitsTests {
    private static func form(_ text: String) -> Form {
        var reader = FormReader(declared: [Array("B".utf8)])
        reader.push(Array(text.utf8).span.bytes)
        return reader.finish()
    }

    private static func part(_ name: String, _ content: String = "1") -> String {
        "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n"
    }

    @Test func `a plain form has none`() {
        #expect(FormTraits(Self.form(Self.part("a") + Self.part("b") + "--B--\r\n")) == [])
    }

    @Test func `two parts with one name are told from two names`() {
        let twice = FormTraits(Self.form(Self.part("a") + Self.part("b") + Self.part("a") + "--B--\r\n"))
        #expect(twice == .repeatedName)
    }

    @Test(
        arguments: [
            ("\r\n1", .contentLineBreaks), ("1\r", .contentLineBreaks), ("1\n2", .contentLineBreaks),
            ("1\r\n-2", .dashOrCLine), ("1\r\ncontent", .dashOrCLine), ("\u{1}", .controlInField),
            ("\u{E9}", .fieldBeyondASCII), ("[object File]", .printedValue),
        ] as [(String, FormTraits)]
    )
    func `what is odd in a field's content is seen`(_ content: String, _ trait: FormTraits) {
        #expect(FormTraits(Self.form(Self.part("a", content) + "--B--\r\n")) == trait)
    }

    /// The greatest size for which no rule on a kind of limit is run; `nil` where another trait tells.
    private static func threshold(_ kind: ReceiverLimit.Kind) -> Int? {
        let limits = FormTraits.Limits.known
        return switch kind {
        case .partCount, .fieldCount: limits.parts
        case .fileCount: limits.files
        case .bodySize, .fileSize, .fieldsSize, .fieldSize: limits.length
        case .headerBlock, .headerLine: limits.headerLength
        case .headerCount: limits.headerLines
        case .nameDepth: limits.nameDepth
        case .boundaryLength, .contentTypeLength: nil
        }
    }

    @Test(arguments: ReceiverLimit.all)
    func `a form over a receiver's limit is looked at`(_ limit: ReceiverLimit) {
        if let threshold = Self.threshold(limit.kind) { #expect(threshold <= limit.value) }
    }

    @Test func `a receiver with lower limits than all others is heeded`() {
        let form = Self.form(Self.part("a[b]") + Self.part("c") + "--B--\r\n")
        func traits(_ limits: (ReceiverLimit.Kind, Int)...) -> FormTraits {
            let table = limits.map { ReceiverLimit(.nginx, $0.0, $0.1, "", "") }
            return FormTraits(form, FormTraits.Limits(table))
        }
        #expect(traits() == [])
        #expect(traits((.fieldCount, 2), (.bodySize, 200), (.headerCount, 1), (.nameDepth, 1)) == [])
        #expect(traits((.fieldCount, 1), (.partCount, 5)) == .manyParts)
        #expect(traits((.fileCount, 0)) == [])
        #expect(traits((.fieldSize, 9), (.bodySize, 500)) == .large)
        #expect(traits((.headerLine, 20)) == .longHeader)
        #expect(traits((.headerCount, 0)) == .longHeader)
        #expect(traits((.nameDepth, 0)) == .oddBrackets)
    }

    @Test(arguments: [(20, false), (21, true)])
    func `more files than a receiver accepts are seen`(_ count: Int, _ isSeen: Bool) {
        let parts = (1...count).map {
            "--B\r\nContent-Disposition: form-data; name=\"\($0)\"; filename=\"a\"\r\n\r\n1\r\n"
        }
        #expect(FormTraits(Self.form(parts.joined() + "--B--\r\n")).contains(.manyParts) == isSeen)
    }

    @Test(arguments: [(200, true), (20, false)])
    func `a Content-Type that is longer than some receiver accepts is looked at`(
        _ blanks: Int,
        _ isLong: Bool
    ) {
        let value = "multipart/form-data;" + String(repeating: " ", count: blanks) + "boundary=B"
        let fields = FieldSection(parsing: Array("Content-Type: \(value)\r\n".utf8), base: 0)
        let traits = HeadTraits(fields: fields, mediaType: MediaType(fields), request: nil)
        #expect(traits.contains(.irregularContentType) == isLong)
    }
}
