import Inspection
import InspectionRules
import PartwiseForms
import Pipeline
import Reporting
import Testing

/// What a verdict prints, beside what `partwise check` prints.
struct PrintedTests {
    private static let body = Upload.body(
        Upload.part + Upload.emptyFile.replacing("\r\n\r\n\r\n", with: "\r\nX Y: 1\r\n\r\n\r\n")
            + Upload.part.replacing("name=\"a\"", with: "name=b") + Upload.part + Upload.close
    )

    @Test func `a verdict shows the bytes, a mark below them, and what to change`() {
        let body = Upload.body(Upload.part)
        #expect(
            FormCheck(body: body, contentType: Upload.type).description == """
                error[delimiter/missing-close]: the body ends after 71 bytes without \
                the close delimiter `--4NqF7uZy1Lr0pKxTt2Wc--`
                  --> body  part 1 "a"  body offset 71
                   |
                66 | ␍␊
                68 | 1␍␊
                   |    ^ here
                   = RFC 2046 §5.1.1
                   = fix: Write CRLF, two dashes, the boundary, two dashes and CRLF after the last part.

                1 error in 1 part (71 bytes)
                """
        )
    }

    @Test(arguments: [0, -2, 7])
    func `a verdict on a request prints the findings that the command prints`(difference: Int) throws {
        let request = Upload.request(Self.body, length: Self.body.count + difference)
        let printed = try printed(request, .request)
        #expect(!printed.isEmpty)
        #expect(findings(of: FormCheck(request: request)) == printed)
    }

    @Test func `a verdict on a body prints the findings that the command prints`() throws {
        let printed = try printed(Self.body, .body(contentType: Upload.type))
        #expect(!printed.isEmpty)
        #expect(findings(of: FormCheck(body: Self.body, contentType: Upload.type)) == printed)
    }

    @Test func `a finding prints itself`() throws {
        let check = FormCheck(request: Upload.request(Self.body, length: 7))
        let finding = try #require(check.findings.first)
        #expect("\(check)".hasPrefix("\(finding)"))
    }

    /// What a verdict prints before its last line.
    private func findings(of check: FormCheck) -> String {
        let blocks = check.description.split(separator: "\n\n")
        return blocks.dropLast().joined(separator: "\n\n")
    }

    /// What the command prints of findings.
    private func printed(_ bytes: [UInt8], _ kind: InputKind) throws -> String {
        let sink = StringSink()
        let reporter = TextReporter(to: sink, style: TextStyle())
        var name = "request"
        if case .body = kind { name = "body" }
        reporter.begin(name)
        var feed = ReportFeed(to: reporter)
        _ = try CaptureInspection(options: InspectionOptions(.standard)).inspect(
            bytes,
            name: name,
            as: kind,
            into: &feed
        )
        reporter.finish(ReportTotals())
        return sink.text.replacing("request#1", with: "request").split(separator: "\n\n")
            .joined(separator: "\n\n").trimmingLineBreaks
    }
}

extension String {
    /// The text without line breaks at its end.
    fileprivate var trimmingLineBreaks: String {
        var text = self
        while text.last == "\n" { text.removeLast() }
        return text
    }
}
