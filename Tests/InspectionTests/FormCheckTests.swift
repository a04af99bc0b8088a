import Inspection
import Testing

/// The call that a library's own tests make.
struct FormCheckTests {
    private let type = "multipart/form-data; boundary=4NqF7uZy1Lr0pKxTt2Wc"

    @Test func `a right body conforms`() {
        let body =
            "--4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
            + "--4NqF7uZy1Lr0pKxTt2Wc--\r\n"
        let check = FormCheck(body: Array(body.utf8), contentType: type)
        #expect(check.conforms)
        #expect(check.findings.isEmpty)
        #expect(check.partCount == 1)
    }

    @Test func `an unclosed body is named by rule and offset`() throws {
        let body = "--4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        let check = FormCheck(body: Array(body.utf8), contentType: type)
        #expect(!check.conforms)
        let finding = try #require(check.findings.first { $0.rule == "delimiter/missing-close" })
        #expect(finding.isInBody)
        #expect(finding.offset == body.utf8.count)
        #expect(finding.part == 1)
    }
}
