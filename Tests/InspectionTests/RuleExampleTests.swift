import Bytes
import Exchanges
import Forms
import Inspection
import Testing

/// Every example of every rule is run: a violating one must be found at its mark, a near miss must be left alone.
struct RuleExampleTests {
    static let cases: [Case] = RuleCatalogue.all.flatMap { rule in
        rule.examples.enumerated().map { Case(rule: rule, example: $1, number: $0 + 1) }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let rule: any Rule
        let example: RuleExample
        let number: Int

        var testDescription: String { "\(rule.id) example \(number): \(example.remark)" }
    }

    @Test(arguments: cases)
    func `an example gets its rule at its mark, a near miss does not`(_ testCase: Case) {
        guard let (subject, mark) = subject(of: testCase.example) else { return }
        let findings = Inspector(rules: [testCase.rule]).findings(subject)
        if testCase.example.violates {
            let found = findings.map(\.range.lowerBound)
            if let mark {
                #expect(found.contains(mark), "found at \(found), the mark is at \(mark)")
            } else {
                #expect(!found.isEmpty)
            }
            for finding in findings {
                #expect(!finding.message.hasSuffix("."), "a message is a sentence without a full stop")
                #expect(!finding.message.isEmpty)
                #expect(!finding.hint.isEmpty)
            }
        } else {
            #expect(findings.isEmpty, "\(findings.map(\.message))")
        }
    }

    @Test(arguments: RuleCatalogue.all.map(\.id))
    func `a rule has a title, a clause, a rationale, a hint and examples of both kinds`(_ id: String) throws {
        let rule = try #require(RuleCatalogue.rule(id))
        #expect(!rule.title.isEmpty)
        #expect(!rule.clauses.isEmpty)
        #expect(!rule.rationale.isEmpty)
        #expect(!rule.hint.isEmpty)
        #expect(rule.examples.contains { $0.violates })
        #expect(rule.examples.contains { !$0.violates })
    }

    @Test func `each rule is registered exactly once`() {
        let ids = RuleCatalogue.all.map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    private func subject(of example: RuleExample) -> (Subject, Int?)? {
        switch example.kind {
        case .body(let contentType):
            let type = RuleExample.bytes(of: contentType)
            let body = RuleExample.bytes(of: example.text)
            let fields = FieldSection(
                parsing: Array("Content-Type: ".utf8) + type.bytes + [0x0D, 0x0A],
                base: 0
            )
            let mediaType = MediaType(fields)
            var reader = FormReader(declared: mediaType?.declaredBoundaries ?? [])
            var start = 0
            for hole in RuleExample.holes(of: example.text) {
                reader.push(Array(body.bytes[start..<hole.lowerBound]).span.bytes)
                reader.gap(length: hole.count)
                start = hole.upperBound
            }
            reader.push(Array(body.bytes[start...]).span.bytes)
            let subject = Subject(fields: fields, form: reader.finish())
            let mark = body.mark ?? type.mark.map { $0 + "Content-Type: ".utf8.count }
            return (subject, mark)
        case .request:
            // A content coding that is one is not taken off here.
            if example.text.contains("Content-Encoding: gzip"), example.text.contains("⟨1F⟩⟨8B⟩") {
                return nil
            }
            let raw = RuleExample.bytes(of: example.text)
            guard let subject = ExampleRequest.subject(of: raw.bytes) else {
                Issue.record("the example holds no request")
                return nil
            }
            return (subject, raw.mark)
        }
    }
}
