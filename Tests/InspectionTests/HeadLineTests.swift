import Testing

@testable import Inspection
@testable import InspectionRules

/// Lines of the head that do not belong there, or end wrongly: one finding says so, and what follows from it is below it.
struct HeadLineTests {
    private static let form =
        "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎"
        + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
    private static let start = "POST /u HTTP/1.1⏎Host: a⏎"
    private static let contentType = "Content-Type: \(RuleExample.contentType)⏎"

    private static func faults(_ request: String) -> [Finding] {
        let context = ExampleRequest.context(of: .violatingRequest(request))
        return (context.map { Inspector.standard.judge($0) } ?? []).filter { $0.severity > .note }
    }

    @Test(arguments: [
        "\(start)\(contentType)Content-Length: 126⏎\(form)",
        "\(start)\(contentType)Content-Length: 69⏎\(RuleExample.oneField)",
        "\(start)Content-Length: 69⏎\(contentType)\(RuleExample.oneField)",
        "\(start)Content-Length: 69⏎Content-Type: multipart/form-data; boundary=other⏎\(RuleExample.oneField)",
    ])
    func `a delimiter in the head is the cause of all that follows from it`(_ request: String) {
        #expect(Self.faults(request).map(\.rule) == ["framing/missing-blank-line"])
    }

    @Test func `a line of the head without a colon is no delimiter`() {
        let request = "\(Self.start)\(Self.contentType)--other⏎Content-Length: 126⏎⏎\(Self.form)"
        #expect(Self.faults(request).map(\.rule) == ["framing/field-line"])
    }

    @Test(arguments: ["multipart/form-data;⏎boundary=AaB03x", "multipart/form-data;␊boundary=AaB03x"])
    func `a boundary on a line of its own is the one that Content-Type lacks`(_ value: String) throws {
        let request = "\(Self.start)Content-Type: \(value)⏎Content-Length: 126⏎⏎\(Self.form)"
        let found = Self.faults(request).filter { $0.rule != "framing/bare-lf-header" }
        #expect(found.map(\.rule) == ["content-type/boundary-overwritten"])
        #expect(try #require(found.first).message.contains("`boundary=AaB03x` is a line of its own"))
    }

    @Test func `a CR that belongs to the boundary is the cause of what it does to the delimiters`() {
        let body = Self.form.replacing("--AaB03x", with: "--AaB03x␍")
        let request = "\(Self.start)\(Self.contentType.dropLast())␍⏎Content-Length: 129⏎⏎\(body)"
        #expect(Self.faults(request).map(\.rule) == ["boundary/ends-in-cr"])
    }

    @Test func `line ends that are CR CR LF throughout are no part of the boundary`() {
        let request = "\(Self.start)\(Self.contentType)Content-Length: 135⏎⏎\(Self.form)"
        let rules = Self.faults(request.replacing("⏎", with: "␍⏎")).map(\.rule)
        #expect(Set(rules) == ["framing/bare-cr-or-nul-header", "line/cr-cr-lf"])
    }

    @Test func `fields of the head in the body are why the length is too small`() {
        let request = "\(Self.start)Content-Length: 126⏎⏎\(Self.contentType)⏎\(Self.form)"
        #expect(Self.faults(request).map(\.rule) == ["body/headers-leaked"])
    }

    @Test(arguments: [
        "\(contentType.dropLast())Content-Length: 126⏎", "\(contentType.dropLast()) Content-Length: 126⏎",
        "\(contentType.dropLast()); Content-Length: 126⏎",
        "\(contentType.dropLast())Connection: close⏎Content-Length: 126⏎",
        "Content-Length: 126\(contentType)", "Cookie: a=b\(contentType)Content-Length: 126⏎",
    ])
    func `a field on the line of another is the cause of all that follows from it`(_ fields: String) {
        #expect(
            Self.faults("\(Self.start)\(fields)⏎\(Self.form)").map(\.rule) == ["framing/missing-line-break"]
        )
    }

    @Test(arguments: [
        "Content-Length: 126⏎\(contentType.dropLast()); charset=utf-8⏎X-Log: a Content-Type: multipart/form-data⏎",
        "Content-Length: 126⏎\(contentType)Referer: http://h/Host:1⏎X-A: Content-Length: 1⏎",
        "Transfer-Encoding: chunked⏎\(contentType)X-Log: a Content-Length: 1⏎",
        "Content-Length: 126⏎␠\(contentType)",
    ])
    func `a field that is named in the value of another is no line without its end`(_ fields: String) {
        let rules = Self.faults("\(Self.start)\(fields)⏎\(Self.form)").map(\.rule)
        #expect(!rules.contains("framing/missing-line-break"))
    }

    @Test(arguments: ["", " ", "\\r\\n"])
    func `a field in the request line lacks the line break before it`(_ between: String) throws {
        let request = "POST /u HTTP/1.1\(between)Host: a⏎\(Self.contentType)Content-Length: 126⏎⏎\(Self.form)"
        let found = Self.faults(request)
        #expect(found.map(\.rule) == ["framing/missing-line-break"])
        #expect(try #require(found.first).message.contains("`Host` stands in the request line"))
    }

    @Test(arguments: [
        "Content-Type: multipart/form-data; boundary=\"AaB03x\"Content-Length: 126",
        "Content-Type: multipart/form-data; boundary=AaB03xX-Requested-With: a⏎Content-Length: 126",
    ])
    func `a field after the boundary is the cause of what is wrong with Content-Type`(_ fields: String) {
        let found = Self.faults("\(Self.start)\(fields)⏎⏎\(Self.form)")
        #expect(found.map(\.rule) == ["framing/missing-line-break"])
    }

    @Test func `chunks that are read as content follow from a Transfer-Encoding without a line of its own`() {
        let chunks = "45⏎\(RuleExample.oneField)0⏎⏎"
        let fields = "Content-Type: \(RuleExample.contentType)Transfer-Encoding: chunked"
        let found = Self.faults("\(Self.start)\(fields)⏎⏎\(chunks)")
        #expect(found.map(\.rule) == ["framing/missing-line-break"])
    }

    @Test(arguments: [("⏎", Severity.error), ("␊", .warning)])
    func `a Host that is missing is less where the lines end as those of a file written by hand`(
        _ lineEnd: String,
        _ severity: Severity
    ) {
        let request = "POST http://a/u HTTP/1.1⏎\(Self.contentType)Content-Length: 126⏎⏎"
        let found = Self.faults(request.replacing("⏎", with: lineEnd) + Self.form)
        #expect(found.first { $0.rule == "framing/host" }?.severity == severity)
    }

    @Test func `a line of blanks does not end the head`() throws {
        let request = "\(Self.start)\(Self.contentType)Content-Length: 126⏎␠␉⏎\(Self.form)"
        let found = Self.faults(request)
        #expect(found.map(\.rule) == ["framing/missing-blank-line"])
        #expect(try #require(found.first).message.contains("the line before it holds blanks"))
    }
}
