import Bytes
import Forms
import Inspection
import Testing

/// What the examples of the rules on part headers and dispositions cannot show: severities, counts, and bodies cut off.
struct PartRulesTests {
    struct Case: Sendable {
        let rule: String
        let header: String
        var content = "1"
        let severity: Severity
    }

    static let severities: [Case] = [
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
    ]

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

    private func findings(_ text: String) -> [Finding] {
        var reader = FormReader(declared: [Array("B".utf8)])
        let body = RuleExample.bytes(of: text).bytes
        reader.push(body.span.bytes)
        let context = RuleContext(contentType: "multipart/form-data; boundary=B", form: reader.finish())
        return Inspector.standard.findings(context)
    }
}
