import Bytes
import Forms
import InspectionRules
import Testing

@testable import Inspection

/// Faults that show in many places of a body: the first finding names their cause, and the rest is below it.
struct SingleCauseTests {
    private static let head = "Content-Disposition: form-data; name="
    private static let form =
        "--AaB03x⏎\(head)\"a\"⏎⏎1⏎--AaB03x⏎\(head)\"f\"; filename=\"x.txt\"⏎Content-Type: text/plain⏎⏎2⏎--AaB03x--⏎"

    private static func faults(_ body: String, contentType: String = RuleExample.contentType) -> [Finding] {
        let line = Array("Content-Type: \(contentType)\r\n".utf8)
        let type = MediaType(FieldSection(parsing: line, base: 0))
        var reader = FormReader(declared: type?.declaredBoundaries ?? [])
        let bytes = RuleExample.bytes(of: body).bytes
        reader.push(bytes.span.bytes)
        let context = RuleContext(contentType: contentType, form: reader.finish())
        return Inspector.standard.judge(context).filter { $0.severity > .note }
    }

    @Test func `a NUL after each line is the cause of the close delimiter that is missing`() {
        let found = Self.faults(Self.form.replacing("⏎", with: "⏎⟨00⟩"))
        #expect(found.map(\.rule) == ["part-header/none"])
        #expect(found.first?.consequences.contains { $0.rule == "delimiter/missing-close" } ?? false)
    }

    @Test func `a byte order mark before each delimiter is reported once`() {
        let found = Self.faults(Self.form.replacing("--AaB03x", with: "⟨EF⟩⟨BB⟩⟨BF⟩--AaB03x"))
        #expect(found.map(\.rule) == ["line/leading-bom"])
        #expect(found.first?.message.contains("and stands before 2 other delimiters") ?? false)
    }

    @Test func `a delimiter without CRLF is another fault than a byte order mark at the beginning`() {
        let found = Self.faults("⟨EF⟩⟨BB⟩⟨BF⟩" + Self.form.replacing("1⏎--", with: "1--"))
        #expect(Set(found.map(\.rule)).isSuperset(of: ["line/leading-bom", "delimiter/missing-crlf-before"]))
    }

    @Test func `a field after a closing quote is why a file has no Content-Type`() throws {
        let found = Self.faults(Self.form.replacing("x.txt\"⏎", with: "x.txt\""))
        #expect(found.map(\.rule) == ["disposition/junk-after-value"])
        #expect(try #require(found.first).message.hasSuffix("the line break before it is missing"))
    }

    @Test func `an empty line before the first delimiter is one of the line ends that are LF throughout`() {
        let found = Self.faults("␊" + Self.form.replacing("⏎", with: "␊"))
        #expect(found.map(\.rule) == ["line/bare-lf-everywhere"])
    }

    @Test func `text before the first delimiter is another fault than line ends`() {
        let found = Self.faults("x" + Self.form.replacing("⏎", with: "␊"))
        #expect(found.contains { $0.rule == "delimiter/first-not-at-line-start" })
    }

    @Test func `a blank before a header line is the cause of what the line above it ends in`() {
        let found = Self.faults(Self.form.replacing("⏎Content-Type", with: "⏎␠Content-Type"))
        #expect(found.map(\.rule) == ["part-header/obs-fold"])
        #expect(found.first?.severity == .error)
    }

    @Test func `a form in Base64 is no urlencoded one`() {
        for body in [
            "LS1BYUIwM3gNCkNvbnRlbnQtRGlzcG9zaXRpb246IGZvcm0tZGF0YQ==", "LS1fYi1fX2JvdW5kYXJ5X194eHg9",
        ] {
            let found = Self.faults(body)
            #expect(found.map(\.rule) == ["delimiter/none-found"])
            #expect(found.first?.message.contains("Base64") ?? false)
        }
    }

    @Test(arguments: [
        ("table: 0x55d0c8a3f2b0", true), ("file (0x55d0c8a3f2b0)", true), ("userdata: 0x55d0c8", true),
        ("&{0xc0000b4120}", true), ("table: 0x5", false), ("table: 3 rows", false),
        ("file (0x55d0c8a3f2b0", false),
        ("&{name}", false), ("user", false), ("&{[104 105] 0 -1}", true), ("&{[a]}", false),
        ("file (closed)", true), ("File (closed)", false),
    ])
    func `what Lua and Go print of an object is no value`(_ value: String, _ isPrinted: Bool) {
        let found = Self.faults(Self.form.replacing("⏎⏎1⏎", with: "⏎⏎\(value)⏎"))
        #expect(found.map(\.rule) == (isPrinted ? ["part/stringified-object"] : []))
    }

    @Test(arguments: ["##", "n", "<CR><LF>"])
    func `what stands in the place of all line ends is named`(_ text: String) {
        let found = Self.faults(String(Self.form.replacing("⏎", with: text).dropLast(text.count)))
        #expect(found.map(\.rule) == ["delimiter/none-found"])
        #expect(found.first?.message.contains("`\(text)` stands between the first delimiter") ?? false)
    }

    @Test(arguments: ["Optional(\"AaB03x\")", "b'AaB03x'"])
    func `a boundary that was printed with its object is another boundary`(_ value: String) {
        let found = Self.faults(Self.form, contentType: "multipart/form-data; boundary=\(value)")
        #expect(found.map(\.rule) == ["boundary/mismatch"])
        #expect(found.first?.hint.contains("unwrap") ?? false)
    }

    @Test func `a name in the place of the type is one fault`() {
        let found = Self.faults(Self.form.replacing("form-data; name=\"a\"", with: "name=\"a\""))
        #expect(found.map(\.rule) == ["disposition/type-not-form-data"])
    }

    @Test(arguments: [
        "⟨EF⟩⟨BF⟩⟨BD⟩PNG⏎⟨1A⟩␊", "⟨C2⟩⟨89⟩PNG⏎⟨1A⟩␊", "?PNG⏎⟨1A⟩␊", "[137 80 78 71 13 10 26 10]",
        "⟨89⟩⟨00⟩P⟨00⟩N⟨00⟩G⟨00⟩⟨0D⟩⟨00⟩⟨0A⟩⟨00⟩⟨1A⟩⟨00⟩⟨0A⟩⟨00⟩",
    ])
    func `a file that was destroyed as text is known by its name where its type says nothing`(
        _ content: String
    ) {
        for type in ["⏎Content-Type: application/octet-stream", ""] {
            let body =
                "--AaB03x⏎\(Self.head)\"f\"; filename=\"x.png\"\(type)⏎⏎\(content)⏎--AaB03x--⏎"
            let found = Self.faults(body).filter { $0.severity == .error }
            #expect(found.map(\.rule) == ["part/type-mismatch"])
        }
    }

    @Test(arguments: [
        ("x.png", "hello ⟨EF⟩⟨BF⟩⟨BD⟩"), ("x.webp", "RIFF⟨10⟩⟨00⟩⟨00⟩⟨00⟩WAVEfmt"),
        ("x.gif", "GIF8 is a format"),
        ("x.pdf", "%PDF is a format ⟨EF⟩⟨BF⟩⟨BD⟩"), ("x.jpg", "⟨10⟩⟨80⟩⟨00⟩⟨01⟩"),
        ("x.txt", "⟨EF⟩⟨BF⟩⟨BD⟩PNG"),
        ("x.docx", "⟨D0⟩⟨CF⟩⟨11⟩⟨E0⟩"),
    ])
    func `what may be another file is no destroyed one`(_ name: String, _ content: String) {
        let header = "\(Self.head)\"f\"; filename=\"\(name)\"⏎Content-Type: application/octet-stream"
        #expect(Self.faults("--AaB03x⏎\(header)⏎⏎\(content)⏎--AaB03x--⏎").isEmpty)
    }

    @Test func `a signature of ASCII is no sign of bytes that were taken for characters`() {
        let header = "\(Self.head)\"f\"; filename=\"x.webp\"⏎Content-Type: image/webp"
        let found = Self.faults("--AaB03x⏎\(header)⏎⏎RIFF⟨10⟩⟨00⟩⟨00⟩⟨00⟩WAVEfmt⏎--AaB03x--⏎")
        #expect(!found.contains { $0.message.contains("destroys") })
    }

    @Test func `a boundary that stands in no body is not put right by quotes`() {
        let faults = Self.faults(Self.form, contentType: "multipart/form-data; boundary=gc0:jU")
        #expect(faults.map(\.rule) == ["boundary/mismatch"])
        let cut = Self.faults(
            Self.form.replacing("AaB03x", with: "gc0"),
            contentType: "multipart/form-data; boundary=gc0:jU"
        )
        #expect(cut.map(\.rule) == ["boundary/needs-quoting"])
    }

    @Test func `the name of the boundary parameter written twice is no fault of its characters`() {
        let faults = Self.faults(Self.form, contentType: "multipart/form-data; boundary=boundary=AaB03x")
        #expect(faults.map(\.rule) == ["boundary/mismatch"])
        #expect(faults.first?.hint.hasPrefix("Write `boundary=` once") ?? false)
    }

    @Test func `a body of another format needs no better boundary`() {
        let faults = Self.faults("{\"a\": 1}", contentType: "multipart/form-data; boundary=a@b c")
        #expect(faults.map(\.rule) == ["body/format-is-other"])
    }

    @Test func `CR LF LF at each line end is one fault`() {
        let faults = Self.faults(Self.form.replacing("⏎", with: "⏎␊"))
        #expect(faults.map(\.rule) == ["line/blank-line-before-headers"])
        #expect(faults.first?.hint.hasSuffix("the line ends in CR LF LF.") ?? false)
    }

    @Test(arguments: ["http://example.com/x", "Time: 10:30"])
    func `a value that looks like a header line lacks the empty line before it`(_ value: String) {
        let faults = Self.faults(Self.form.replacing("⏎⏎1⏎", with: "⏎\(value)⏎"))
        #expect(faults.map(\.rule) == ["delimiter/inside-headers"])
        #expect(faults.first?.hint.hasPrefix("Write an empty line before the content") ?? false)
    }

    @Test func `a name between two pairs of quotes is not empty by itself`() {
        let faults = Self.faults(Self.form.replacing("\"a\"", with: "\"\"a\"\""))
        #expect(faults.map(\.rule) == ["disposition/raw-quote"])
        #expect(faults.first?.hint.hasPrefix("Write one pair of quotes") ?? false)
    }

    @Test func `indented delimiters do not contradict what receivers do`() {
        let faults = Self.faults(Self.form.replacing("--AaB03x", with: "␠--AaB03x"))
        #expect(faults.first?.message.hasSuffix("by a space, as all delimiters are") ?? false)
    }

    @Test(arguments: [
        ("—AaB03x⏎", true), ("––AaB03x⏎", true), ("−-AaB03x⏎", true), ("-—AaB03x⏎", true),
        ("—AaB03xy⏎", false),
        ("→AaB03x⏎", false), ("AaB03x —⏎", false),
    ])
    func `dashes that an editor has changed are named`(_ line: String, _ isNamed: Bool) throws {
        let found = try #require(Self.faults(line + "text").first)
        #expect(found.rule == "delimiter/none-found")
        #expect(found.hint.contains("typographic") == isNamed)
    }

    @Test(arguments: [("⟨00⟩", "a NUL"), (",", "a comma"), ("—", "an em dash")])
    func `what a writer has added before the delimiters is named`(_ stray: String, _ words: String) throws {
        let body = Self.form.replacing("⏎--AaB03x", with: "⏎\(stray)--AaB03x")
        let found = Self.faults(body)
        #expect(try #require(found.first).message.hasPrefix("\(words) stands between the CRLF and"))
    }

    @Test func `a form after another one, under the declared boundary, is not called by the other's`() throws
    {
        let first = Self.form.replacing("AaB03x", with: "other")
        let found = try #require(Self.faults(first + Self.form).first)
        #expect(found.rule == "boundary/mismatch")
        #expect(
            found.message.contains("`AaB03x` begins at offset \(RuleExample.bytes(of: first).bytes.count)")
        )
    }
}
