import Bytes
import Forms
import Inspection
import InspectionRules
import Testing

/// What the examples of rules about Content-Type cannot express: heads without the field, and with several.
struct ContentTypeRuleTests {
    @Test func `a form under a head without Content-Type is reported at the end of the head`() throws {
        let head = "Host: a\r\nContent-Length: 9\r\n"
        let found = findings(of: "content-type/missing", head: head, body: Self.form)
        let finding = try #require(found.first)
        #expect(found.count == 1)
        #expect(finding.place == .head)
        #expect(finding.range == head.utf8.count..<head.utf8.count)
    }

    @Test(arguments: ["", "a=1&z=2", "see this:\r\n\r\n\(form)"])
    func `a body that is no form needs no Content-Type for the rule`(_ body: String) {
        #expect(findings(of: "content-type/missing", head: "Host: a\r\n", body: body).isEmpty)
    }

    @Test func `the second of two Content-Type lines is reported, with both values`() throws {
        let first = "Content-Type: application/json\r\n"
        let head = first + "content-type: multipart/form-data; boundary=AaB03x\r\n"
        let finding = try #require(
            findings(of: "content-type/duplicate-header", head: head, body: Self.form).first
        )
        #expect(finding.range.lowerBound == first.utf8.count)
        #expect(finding.message.contains("`application/json`"))
        #expect(finding.message.contains("`multipart/form-data; boundary=AaB03x`"))
    }

    @Test(arguments: [
        ("application/x-www-form-urlencoded", "`--data-binary`"), ("application/json", "Leave out"),
    ])
    func `what curl was told is the fix for what it sent`(_ type: String, _ words: String) throws {
        let head = "User-Agent: curl/8.5.0\r\nContent-Type: \(type)\r\n"
        let finding = try #require(findings(of: "content-type/wrong-type", head: head, body: Self.form).first)
        #expect(finding.hint.contains(words), "\(finding.hint)")
    }

    @Test func `the hint for a forgotten boundary quotes the one that the body shows`() throws {
        let head = "Content-Type: multipart/form-data\r\n"
        let finding = try #require(
            findings(of: "content-type/boundary-overwritten", head: head, body: Self.form).first
        )
        #expect(finding.hint.contains("`boundary=AaB03x`"))
    }

    private static let form =
        "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--AaB03x--\r\n"

    private func findings(of id: String, head: String, body: String) -> [Finding] {
        let fields = FieldSection(parsing: Array(head.utf8), base: 0)
        var reader = FormReader(declared: MediaType(fields)?.declaredBoundaries ?? [])
        reader.push(Array(body.utf8).span.bytes)
        let rules = [RuleCatalogue.ofForms.rule(id)].compactMap(\.self)
        return Inspector(rules: rules, of: .ofForms).findings(
            RuleContext(fields: fields, form: reader.finish())
        )
    }
}
