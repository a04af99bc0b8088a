import Bytes
import Forms
import Inspection
import InspectionRules
import Testing

/// What the examples of the rules on part headers and dispositions cannot show: severities, counts, and bodies cut off.
struct PartRulesTests {
    struct Case: Sendable {
        let rule: String
        let header: String
        var content = "1"
        let severity: Severity
    }

    static let severities: [Case] =
        [
            Case(
                rule: "part-header/content-transfer-encoding",
                header: "Content-Disposition: form-data; name=\"a\"⏎Content-Transfer-Encoding: 8BIT",
                severity: .note
            ),
            Case(
                rule: "part-header/content-transfer-encoding",
                header: "Content-Disposition: form-data; name=\"a\"⏎Content-Transfer-Encoding: x-mine",
                severity: .warning
            ),
            Case(
                rule: "part-header/file-without-content-type",
                header: "Content-Disposition: form-data; name=\"a\"; filename=\"x\"",
                severity: .note
            ),
            Case(
                rule: "part-header/file-without-content-type",
                header: "Content-Disposition: form-data; name=\"a\"; filename=\"x\"",
                content: "⟨00⟩⟨01⟩",
                severity: .warning
            ),
            Case(
                rule: "disposition/filename-path",
                header: "Content-Disposition: form-data; name=\"a\"; filename=\"a/../b\"",
                severity: .warning
            ),
            Case(
                rule: "disposition/filename-path",
                header: "Content-Disposition: form-data; name=\"a\"; filename=\"folder/b\"",
                severity: .note
            ),
            Case(
                rule: "disposition/filename-path",
                header: "Content-Disposition: form-data; name=\"a\"; filename=\"na%22me;x=\\y.txt\"",
                severity: .note
            ),
            Case(
                rule: "disposition/empty-filename",
                header: "Content-Disposition: form-data; name=\"a\"; filename=\"\"",
                content: "",
                severity: .note
            ),
            Case(
                rule: "disposition/empty-filename",
                header: "Content-Disposition: form-data; name=\"a\"; filename=\"\"",
                severity: .warning
            ),
            Case(
                rule: "disposition/single-quoted",
                header: "Content-Disposition: form-data; name='a b'",
                severity: .error
            ),
        ] + files

    private static let png =
        "Content-Disposition: form-data; name=\"a\"; filename=\"x.png\"⏎Content-Type: image/png"

    /// Contents of a picture, and what they show of it.
    private static let files: [Case] = [
        ("⟨C2⟩⟨89⟩PNG⏎⟨1A⟩␊⟨00⟩", Severity.error), ("⟨E2⟩⟨80⟩⟨B0⟩PNG⏎⟨1A⟩␊⟨00⟩", .error),
        ("⟨EF⟩⟨BF⟩⟨BD⟩PNG⏎⟨1A⟩␊⟨00⟩", .error), ("?PNG⏎⟨1A⟩␊⟨00⟩", .error), ("⟨89⟩PNG␊⟨1A⟩␊⟨00⟩", .error),
        ("⟨89⟩PNG␍⏎⟨1A⟩⏎⟨00⟩", .error), ("⟨09⟩PNG⏎⟨1A⟩␊⟨00⟩", .error), ("137 80 78 71 13 10", .error),
        ("-119,80,78,71,13", .error), ("[137, 80, 78, 71, 13", .error), ("89504e470d0a", .error),
        ("0x89, 0x50, 0x4E, 0x47", .error), ("⟨89⟩PNG⏎⟨1A⟩␊", .warning), ("⟨89⟩PNG⏎", .warning),
        ("hello", .note),
        ("{\"error\":1}", .warning), ("⟨01⟩⟨02⟩⟨03⟩⟨04⟩", .note),
    ].map { content, severity in
        Case(rule: "part/type-mismatch", header: png, content: content, severity: severity)
    }

    @Test func `a piece of a file, and one that readers find, are not taken for another kind of file`() {
        let slice = "⟨01⟩⟨80⟩⟨03⟩⟨04⟩⏎"
        let field = "--B⏎Content-Disposition: form-data; name=\"dzchunkindex\"⏎⏎2⏎"
        let form = "--B⏎\(Self.png)⏎⏎\(slice)--B--⏎"
        #expect(!findings(field + form).contains { $0.rule == "part/type-mismatch" })
        let long = String(repeating: "⟨81⟩", count: 1 << 14) + "⏎"
        #expect(!findings("--B⏎\(Self.png)⏎⏎\(long)--B--⏎").contains { $0.rule == "part/type-mismatch" })
    }

    @Test func `a damaged PDF is known by the bytes after its comment`() {
        func rules(_ content: String) -> [String] {
            let type = "filename=\"x.pdf\"⏎Content-Type: application/pdf"
            return reported("--B⏎Content-Disposition: form-data; name=\"a\"; \(type)⏎⏎\(content)⏎--B--⏎").map(
                \.rule
            )
        }
        let comment = "%PDF-1.4␊%⟨C3⟩⟨A2⟩⟨C3⟩⟨A3⟩␊"
        #expect(rules(comment + "⟨C2⟩⟨9C⟩⟨C3⟩⟨AD⟩⟨C2⟩⟨80⟩") == ["part/type-mismatch"])
        #expect(rules(comment + "x⟨9C⟩⟨ED⟩⟨80⟩") == [])
        #expect(rules(comment + "1 0 obj") == [])
        #expect(rules("%PDF-1.4␊%????␊x⟨9C⟩⟨ED⟩⟨80⟩") == [])
    }

    @Test func `a printed object that is a file's whole content is one finding`() {
        let all = reported("--B⏎\(Self.png)⏎⏎System.Byte[]⏎--B--⏎")
        #expect(all.map(\.rule) == ["part/stringified-object"])
        #expect(all.first?.severity == .warning)
    }

    @Test func `a variable of a template is a warning in a file and a note in a field`() {
        let field = "Content-Disposition: form-data; name=\"a\""
        for (header, severity) in [(Self.png, Severity.warning), (field, .note)] {
            let all = findings("--B⏎\(header)⏎⏎{{file}}⏎--B--⏎")
            #expect(all.first { $0.rule == "part/stringified-object" }?.severity == severity)
        }
    }

    @Test func `the brand of an ISO file names its kind`() {
        let header = "Content-Disposition: form-data; name=\"a\"; filename=\"x.jpg\"⏎Content-Type: image/jpeg"
        let all = reported("--B⏎\(header)⏎⏎⟨00⟩⟨00⟩⟨00⟩⟨18⟩ftypheic⟨00⟩⟨00⟩⏎--B--⏎")
        #expect(all.first?.message == "declared as `image/jpeg`, but the content is HEIC")
    }

    @Test func `line ends in the wrong order are one finding`() {
        let part = "--B␊␍Content-Disposition: form-data; name=\"a\"␊␍␊␍1␊␍"
        #expect(reported(part + part + "--B--␊␍").map(\.rule) == ["delimiter/lf-after"])
    }

    @Test func `a body without a line break is one finding`() {
        let body =
            "--BContent-Disposition: form-data; name=\"a\"; filename=\"x\"Content-Type: image/png⟨00⟩⟨1A⟩--B--"
        let all = reported(body)
        #expect(all.map(\.rule) == ["delimiter/no-line-break-after"])
        #expect(all.first?.message.contains("bytes has no line break") ?? false)
    }

    @Test(arguments: severities)
    func `the severity follows from the bytes`(_ testCase: Case) throws {
        let body = "--B⏎\(testCase.header)⏎⏎\(testCase.content)⏎--B--⏎"
        let finding = try #require(findings(body).first { $0.rule == testCase.rule })
        #expect(finding.severity == testCase.severity)
    }

    @Test func `a habit of all parts is told once, with the number of its other places`() {
        let part = "--B⏎Content-Disposition: form-data; name=a⏎Content-Length: 1⏎⏎1⏎"
        let all = findings(String(repeating: part, count: 500) + "--B--⏎")
        let length = all.filter { $0.rule == "part-header/content-length-present" }
        #expect(length.map(\.part) == [1])
        #expect(length.first?.message.hasSuffix("(and 499 more like it)") ?? false)
        #expect(all.filter { $0.rule == "disposition/duplicate-field-name" }.map(\.part) == [2])
    }

    @Test func `a fault of thousands of parts is told sixteen times`() {
        let all = findings(String(repeating: "--B⏎X⏎: ⏎⏎1⏎", count: 3000) + "--B--⏎")
        for id in [
            "part-header/no-colon", "part-header/empty-name", "part-header/missing-content-disposition",
        ] {
            let found = all.filter { $0.rule == id }
            #expect(found.count == 16)
            #expect(found.last?.message.hasSuffix("(and 2984 more like it)") ?? false)
        }
    }

    @Test func `a header line that the body's end cuts off is not judged`() {
        let whole = "--B⏎Content-Disposition: form-data; name=\"a\"; filename=\"x.txt\""
        for count in 5...whole.count {
            let all = findings(String(whole.prefix(count)))
            #expect(
                !all.contains { $0.rule.hasPrefix("part-header/") || $0.rule.hasPrefix("disposition/") },
                "\(count)"
            )
        }
    }

    @Test(arguments: [
        "filename=\"new⏎énde.txt\"",
        "filename=\"new⏎more⏎still more.txt\"",
        "filename=\"new\\⏎line.txt\"",
        "filename=\"a\"; name=\"b⏎c\"",
    ])
    func `a raw line break is found where its value begins and the rest stands on a later line`(
        _ parameters: String
    ) {
        let body = "--B⏎Content-Disposition: form-data; \(parameters)⏎Content-Type: text/plain⏎⏎1⏎--B--⏎"
        let found = findings(body).filter { $0.rule == "disposition/raw-crlf" }
        #expect(found.map(\.range.count) == [2])
    }

    @Test func `a header of thousands of equal fields is judged in one pass`() {
        let fields = String(repeating: "a:⏎", count: 12_000)
        let found = findings("--B⏎Content-Disposition: form-data; name=\"a\"⏎\(fields)⏎1⏎--B--⏎")
            .filter { $0.rule == "part-header/duplicate" }
        #expect(found.count == 16)
    }

    @Test(arguments: [("filename=\"\"", "a file without a name"), ("filename=\"x\"", "the file `x`")])
    func `a file without a type is named, where it has a name`(parameter: String, words: String) {
        let part = "--B⏎Content-Disposition: form-data; name=\"a\"; \(parameter)⏎⏎1⏎--B--⏎"
        let found = findings(part).filter { $0.rule == "part-header/file-without-content-type" }
        #expect(found.map { $0.message.hasPrefix("\(words) has no Content-Type") } == [true])
    }

    @Test(arguments: [
        ("disposition/raw-crlf", "filename=\"a⏎ b\"", Severity.warning),
        ("disposition/raw-crlf", "filename=\"a⏎b\"", .error),
        ("disposition/filename-star", "filename=\"x\"; filename*=utf-8''x", .warning),
        ("disposition/filename-star", "filename=\"x\"; filename*=utf-8''y", .error),
    ])
    func `a fold and an equal filename are milder`(rule: String, parameter: String, severity: Severity) {
        let part = "--B⏎Content-Disposition: form-data; name=\"a\"; \(parameter)⏎⏎1⏎--B--⏎"
        let found = findings(part).first { $0.rule == rule }
        #expect(found?.severity == severity)
        #expect(found?.isMild == (severity == .warning))
    }

    private func findings(_ text: String) -> [Finding] { Inspector.standard.findings(context(text)) }

    /// The findings as they are reported: without notes, and those that follow from others folded into these.
    private func reported(_ text: String) -> [Finding] {
        Inspector.standard.judge(context(text)).filter { $0.severity > .note }
    }

    private func context(_ text: String) -> RuleContext {
        var reader = FormReader(declared: [Array("B".utf8)])
        let body = RuleExample.bytes(of: text).bytes
        reader.push(body.span.bytes)
        return RuleContext(contentType: "multipart/form-data; boundary=B", form: reader.finish())
    }
}
