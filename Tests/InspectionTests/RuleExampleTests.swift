import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Testing

/// Every example of every rule is run: a violating one must be found at its mark, a near miss must be left alone.
struct RuleExampleTests {
    static let cases: [Case] = RuleCatalogue.ofForms.all.flatMap { rule in
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
        guard let (context, mark) = context(of: testCase.example) else { return }
        let findings = Inspector(rules: [testCase.rule], of: .ofForms).findings(context)
        if testCase.example.violates {
            let contentStart = context.request?.head.contentStart ?? 0
            let found = findings.map { $0.range.lowerBound + ($0.place == .body ? contentStart : 0) }
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

    @Test(arguments: RuleCatalogue.ofForms.all.map(\.id))
    func `a rule has a title, a clause, a rationale, a hint and examples of both kinds`(_ id: String) throws {
        let rule = try #require(RuleCatalogue.ofForms.rule(id))
        #expect(!rule.title.isEmpty)
        #expect(!rule.clauses.isEmpty)
        #expect(!rule.rationale.isEmpty)
        #expect(!rule.hint.isEmpty)
        #expect(rule.examples.contains { $0.violates } != rule.isGuard)
        #expect(rule.examples.contains { !$0.violates })
    }

    @Test(arguments: cases.filter(\.rule.isGuard))
    func `what a guard stands for is in order by all rules`(_ testCase: Case) {
        guard let (context, _) = context(of: testCase.example) else { return }
        let findings = Inspector.standard.judge(context)
        #expect(findings.allSatisfy { Self.isAllowed($0, beside: testCase.rule) }, "\(findings.map(\.rule))")
    }

    @Test(arguments: cases.filter { !$0.rule.readsForm })
    func `a rule that reads no form finds the same without it`(_ testCase: Case) {
        #expect(testCase.rule.evidence == .head && !testCase.rule.headConcerns.isEmpty)
        guard var (context, _) = context(of: testCase.example) else { return }
        let inspector = Inspector(rules: [testCase.rule], of: .ofForms)
        let findings = inspector.findings(context)
        context.form = nil
        #expect(inspector.findings(context) == findings)
    }

    @Test func `a rule that knows how many it finds without judging finds as many`() throws {
        var counts: [String: Set<Int>] = [:]
        for testCase in Self.cases {
            guard let (context, _) = context(of: testCase.example), context.fidelity > .heads,
                let mediaType = context.mediaType,
                let count = testCase.rule.findingCount(under: mediaType)
            else { continue }
            let findings = Inspector(rules: [testCase.rule], of: .ofForms).findings(context)
            #expect(findings.count == count, "\(testCase)")
            #expect(findings.allSatisfy { $0.severity == testCase.rule.severity && $0.place == .head })
            counts[testCase.rule.id, default: []].insert(count)
        }
        #expect(counts == ["boundary/weak": [0, 1]])
    }

    /// Whether a finding is none that a guard speaks against: a note, or one of another group of rules where the guard
    /// is about its own group alone.
    private static func isAllowed(_ finding: Finding, beside rule: any Rule) -> Bool {
        finding.severity == .note || rule.id.prefix { $0 != "/" } != finding.rule.prefix { $0 != "/" }
    }

    @Test func `each rule is registered exactly once`() {
        let ids = RuleCatalogue.ofForms.all.map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    private func context(of example: RuleExample) -> (RuleContext, Int?)? {
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
            for gap in RuleExample.gaps(of: example.text) {
                reader.push(Array(body.bytes[start..<gap.lowerBound]).span.bytes)
                reader.gap(length: gap.count)
                start = gap.upperBound
            }
            reader.push(Array(body.bytes[start...]).span.bytes)
            let context = RuleContext(fields: fields, form: reader.finish())
            let mark = body.mark ?? type.mark.map { $0 + "Content-Type: ".utf8.count }
            return (context, mark)
        case .page:
            Issue.record("rules of pages are another catalogue")
            return nil
        case .request:
            guard let context = ExampleRequest.context(of: example) else {
                Issue.record("the example holds no request")
                return nil
            }
            let sent = example.turns.filter { !$0.isFromServer }.map(\.text).joined()
            return (context, RuleExample.bytes(of: sent).mark)
        }
    }
}
