import Bytes
import Forms
import Testing

@testable import Inspection
@testable import InspectionRules

/// Forms that a program wrote as texts: what it or an editor put among them is named as the cause, once.
struct WrittenTextTests {
    private static let head = "Content-Disposition: form-data; name="
    private static let form =
        "--AaB03x⏎\(head)\"a\"⏎⏎1⏎--AaB03x⏎\(head)\"f\"; filename=\"x.txt\"⏎Content-Type: text/plain⏎⏎2⏎--AaB03x--⏎"

    private static func faults(_ body: String, boundary: String = "AaB03x") -> [Finding] {
        var reader = FormReader(declared: [Array(boundary.utf8)])
        let bytes = RuleExample.bytes(of: body).bytes
        reader.push(bytes.span.bytes)
        let context = RuleContext(
            contentType: "multipart/form-data; boundary=\(boundary)",
            form: reader.finish()
        )
        return Inspector.standard.judge(context).filter { $0.severity > .note }
    }

    private static func judge(_ request: String) -> [Finding] {
        let context = ExampleRequest.context(of: .violatingRequest(request))
        return context.map { Inspector.standard.judge($0) }?.filter { $0.severity > .note } ?? []
    }

    /// Texts, each after its length in two bytes.
    private static func written(_ texts: [String]) -> String {
        texts.map { text in
            let length = RuleExample.bytes(of: text).bytes.count
            return "⟨\(String(length >> 8, radix: 16))⟩⟨\(String(length & 0xFF, radix: 16))⟩\(text)"
        }
        .joined()
    }

    @Test(arguments: [
        ["--Xyz12345⏎", "\(head)\"a\"⏎⏎1⏎", "--Xyz12345⏎", "\(head)\"z\"⏎⏎2⏎", "--Xyz12345--⏎"],
        ["--Xyz12345⏎\(head)\"a\"⏎⏎", "1", "⏎--Xyz12345⏎\(head)\"z\"⏎⏎", "2", "⏎--Xyz12345--⏎"],
        [
            "--Xyz12345⏎", "\(head)\"a\"⏎", "⏎", "1", "⏎--Xyz12345⏎", "\(head)\"z\"⏎", "⏎", "2",
            "⏎--Xyz12345--⏎",
        ],
        ["--Xyz12345", "⏎", "\(head)\"a\"⏎⏎1⏎", "--Xyz12345--", "⏎"],
    ])
    func `lengths before the texts are the one cause`(_ texts: [String]) throws {
        let found = Self.faults(Self.written(texts), boundary: "Xyz12345")
        #expect(found.map(\.rule) == ["delimiter/first-not-at-line-start"])
        let finding = try #require(found.first)
        #expect(finding.range == 0..<2 && finding.hint.contains("`writeUTF`"))
    }

    @Test func `a byte order mark is one fault, and the delimiter after it follows`() throws {
        let found = Self.faults("⟨EF⟩⟨BB⟩⟨BF⟩" + Self.form)
        #expect(found.map(\.rule) == ["line/leading-bom"])
        #expect(
            try #require(found.first).consequences.contains { $0.rule == "delimiter/first-not-at-line-start" }
        )
    }

    @Test func `a byte order mark before a header line is why the part has no name`() throws {
        let line = "\(Self.head)\"a\""
        let found = Self.faults(Self.form.replacing(line, with: "⟨EF⟩⟨BB⟩⟨BF⟩\(line)"))
        #expect(found.map(\.rule) == ["part-header/invalid-name-char"])
        #expect(try #require(found.first).message.contains("before the field name `Content-Disposition`"))
    }

    @Test(arguments: ["—", "––", "-–", "−−"])
    func `typographic dashes after the boundary are named`(_ dashes: String) throws {
        let found = Self.faults(Self.form.replacing("--AaB03x--", with: "--AaB03x\(dashes)"))
        #expect(found.map(\.rule) == ["boundary/lookalike-delimiter"])
        #expect(try #require(found.first).hint.contains("typographic"))
    }

    @Test(arguments: ["=", " = ", " "])
    func `what stands in the place of a colon is why a part has no name`(_ separator: String) throws {
        let line = "Content-Disposition\(separator)form-data; name=\"a\""
        let found = Self.faults(Self.form.replacing("\(Self.head)\"a\"", with: line))
        #expect(found.map(\.rule) == ["part-header/no-colon"])
        #expect(try #require(found.first).hint.contains("Write a colon"))
    }

    @Test(arguments: [1, 7, 4096], [69, 123])
    func `fields of the head in the body are found however that arrives`(_ size: Int, _ length: Int) {
        let body = RuleExample.bytes(
            of: "Content-Type: multipart/form-data; boundary=AaB03x⏎⏎" + RuleExample.oneField
        )
        .bytes.prefix(length)
        var inspection = RequestInspection(InspectionSettings(.standard))
        inspection.begin(FieldSection(parsing: Array("Content-Length: \(length)\r\n".utf8), base: 0))
        for start in stride(from: 0, to: body.count, by: size) {
            inspection.push(Array(body[start..<min(start + size, body.count)]).span.bytes)
        }
        inspection.finish()
        let found = inspection.judgeBareBody().findings.filter { $0.severity > .note }
        #expect(found.map(\.rule) == ["body/headers-leaked"])
    }

    @Test(arguments: [
        ("Python/3.11 aiohttp/3.14.5", "data=FormData("), ("python-requests/2.32", "files="),
        ("node", "library"),
    ])
    func `a boundary that is missing is put right in the words of the sender`(
        _ agent: String,
        _ words: String
    ) {
        let found = Self.judge(
            "POST /u HTTP/1.1⏎Host: a⏎User-Agent: \(agent)⏎Content-Type: multipart/form-data⏎Content-Length: 69⏎⏎"
                + RuleExample.oneField
        )
        #expect(found.map(\.rule) == ["content-type/boundary-overwritten"])
        #expect(found.first?.hint.contains(words) ?? false)
    }

    @Test(arguments: [
        ("User-Agent: node⏎Content-Type: text/plain", true),
        ("Content-Type: multipart/form-data; boundary=\(String(repeating: "-", count: 26))24ddd76f", true),
        ("User-Agent: Mozilla/5.0⏎Content-Type: text/plain", false),
    ])
    func `a form that became a string under Node is one of a package`(_ fields: String, _ isOfPackage: Bool) {
        let found = Self.judge(
            "POST /u HTTP/1.1⏎Host: a⏎\(fields)⏎Content-Length: 17⏎⏎[object FormData]"
        )
        #expect(found.map(\.rule) == ["body/format-is-other"])
        #expect(found.first?.hint.contains("`fetch`") == isOfPackage)
    }

    @Test func `a size in decimal digits is told with both numbers`() {
        let found = Self.judge(
            RuleExample.upload("Transfer-Encoding: chunked⏎", "69⏎" + RuleExample.oneField + "⏎0⏎⏎")
        )
        #expect(found.map(\.rule) == ["framing/chunk-data-length"])
        #expect(found.first?.message.contains("in decimal, `69` instead of `45`") ?? false)
    }

    @Test(arguments: [
        ("form-data; name=\"a\"", Severity.error), ("attachment; filename=\"a\"", .warning),
    ])
    func `a form under multipart mixed is an error, and other parts beside its fields a warning`(
        _ disposition: String,
        _ severity: Severity
    ) throws {
        let body = Self.form.replacing("\(Self.head)\"a\"", with: "Content-Disposition: \(disposition)")
        let length = RuleExample.bytes(of: body).bytes.count
        let found = Self.judge(
            "POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/mixed; boundary=AaB03x⏎Content-Length: \(length)⏎⏎"
                + body
        )
        let finding = try #require(found.first { $0.rule == "content-type/mixed-instead-of-form-data" })
        #expect(finding.severity == severity)
    }
}
