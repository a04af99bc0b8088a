import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Testing

@testable import Trials

struct LabBodyTests {
    @Test func `each body has an id and a purpose of its own`() {
        #expect(LabBody.all.count >= 114)
        #expect(Set(LabBody.all.map(\.id)).count == LabBody.all.count)
        #expect(Set(LabBody.all.map(\.purpose)).count == LabBody.all.count)
        for body in LabBody.all { #expect(body.purpose.count < 100, "\(body)") }
    }

    @Test func `the bodies of a group stand together`() {
        let groups = LabBody.all.map(\.group)
        let runs = zip(groups, [""] + groups).count { $0 != $1 }
        #expect(runs == Set(groups).count)
    }

    @Test(arguments: LabBody.all)
    func `the rule of a body is found in it`(_ body: LabBody) {
        let findings = Self.verdict(on: body).findings
        let rules = Set(findings.flatMap { [$0.rule] + $0.consequences.map(\.rule) })
        if let rule = body.rule { #expect(rules.contains(rule), "\(rules.sorted())") }
    }

    @Test(arguments: LabBody.all.filter { $0.group == "conforming" })
    func `a body that conforms is read as it was meant`(_ body: LabBody) throws {
        let verdict = Self.verdict(on: body)
        #expect(verdict.findings.filter { $0.severity == .error }.isEmpty)
        let parts = try #require(verdict.form).parts
        let fields = parts.map { part in
            LabBody.Field(
                name: part.name.map(Array.init) ?? [],
                filename: part.filename.map(Array.init),
                value: Array(body.body[part.content])
            )
        }
        #expect(fields == body.form)
    }

    @Test func `a body that does not conform breaks a rule`() {
        for body in LabBody.all where body.group != "conforming" { #expect(body.rule != nil, "\(body)") }
    }

    private static func verdict(on body: LabBody) -> RequestVerdict {
        var inspection = RequestInspection(InspectionSettings(.standard))
        let head = Array("Content-Type: ".utf8) + body.contentType + Array("\r\n".utf8)
        inspection.begin(FieldSection(parsing: head, base: 0))
        inspection.push(body.body.span.bytes)
        inspection.finish()
        return inspection.judgeBareBody()
    }
}
