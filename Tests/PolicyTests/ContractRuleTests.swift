import Inspection
import InspectionRules
import Pipeline
import Policy
import Testing

/// Every example of every contract's rule is run: a violating one must be found at its mark, a near miss left alone.
struct ContractRuleTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let rule: any Rule
        let example: RuleExample
        let number: Int

        var testDescription: String { "\(rule.id) example \(number): \(example.remark)" }
    }

    static let cases: [Case] = ContractRules.catalogue.flatMap { rule in
        rule.examples.enumerated().map { Case(rule: rule, example: $1, number: $0 + 1) }
    }

    @Test(arguments: cases)
    func `an example gets its rule at its mark, a near miss does not`(_ testCase: Case) throws {
        let findings = try JudgedUpload.read(testCase.example, rules: [testCase.rule])?.findings ?? []
        guard testCase.example.violates else {
            #expect(findings.isEmpty)
            return
        }
        let mark = try #require(RuleExample.bytes(of: testCase.example.text).mark)
        #expect(findings.map(\.finding.range.lowerBound) == [mark])
        #expect(findings.allSatisfy { !$0.finding.message.hasSuffix(".") && $0.finding.severity == .error })
    }

    @Test(arguments: ContractRules.catalogue.map(\.id))
    func `a rule has a title, a rationale, a hint and examples of both kinds`(_ id: String) throws {
        let rule = try #require(ContractRules.catalogue.first { $0.id == id })
        #expect(id.hasPrefix("contract/"))
        #expect(!rule.title.isEmpty && !rule.rationale.isEmpty && !rule.hint.isEmpty)
        #expect(rule.examples.contains { $0.violates } && rule.examples.contains { !$0.violates })
    }

    @Test func `each id is that of one rule`() {
        let ids = (RuleCatalogue.ofForms.all + ContractRules.catalogue).map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test func `thousands of deviations are told as a few, the others counted`() throws {
        let part = "--AaB03x⏎Content-Disposition: form-data; name=\"x\"⏎⏎1⏎"
        let body = String(repeating: part, count: 3000) + "--AaB03x--⏎"
        let contract = Contract(name: "none")
        let findings = try JudgedUpload.deviations(.violating(body), from: contract)
        #expect(findings.count == 16)
        #expect(findings.last?.message.hasSuffix("(and 2984 more like it)") == true)
    }

    @Test func `a value of which only the beginning is kept is not held against a pattern, and that is said`()
        throws
    {
        let contract = try Contract(
            reading: "contract: c\nfields:\n  - {name: a, pattern: 'x+'}\n  - {name: b, value: [y, z]}",
            path: "c"
        )
        func body(_ name: String, _ count: Int) -> String {
            "--AaB03x⏎Content-Disposition: form-data; name=\"\(name)\"⏎⏎"
                + String(repeating: "x", count: count) + "⏎"
        }
        let long = try JudgedUpload.deviations(
            .violating(body("a", 1025) + body("b", 1025) + "--AaB03x--⏎"),
            from: contract
        )
        #expect(long.map(\.severity) == [.note, .error])
        #expect(long.first?.message.contains("1025 bytes, more than the 1024 that are kept") == true)
        let short = try JudgedUpload.deviations(
            .violating(
                body("a", 1024) + "--AaB03x⏎Content-Disposition: form-data; name=\"b\"⏎⏎z⏎--AaB03x--⏎"
            ),
            from: contract
        )
        #expect(short.isEmpty)
    }

    @Test func `of a part that the end of the connection cuts off nothing is said`() throws {
        let contract = try Contract(
            reading: "contract: c\nfields:\n  - {name: a, value: whole, length: {min: 5}}\n  - {name: b}",
            path: "c"
        )
        let text =
            "POST / HTTP/1.1⏎Host: h⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 500⏎⏎"
            + "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎who"
        #expect(try JudgedUpload.deviations(.violatingRequest(text), from: contract).isEmpty)
    }

    @Test func `that a form which cannot be read lacks its fields is no second finding`() throws {
        let contract = try Contract(reading: "contract: c\nfields:\n  - {name: a}\n  - {name: b}", path: "c")
        let rules = RuleCatalogue.ofForms.standard + ContractRules.all(for: contract)
        let findings =
            try JudgedUpload.read(.violating("no delimiter"), rules: rules)?.findings.map(\.finding) ?? []
        let errors = findings.filter { $0.severity == .error }
        #expect(errors.map(\.rule) == ["delimiter/none-found"])
        #expect(errors.first?.consequences.contains { $0.rule == "contract/field-missing" } == true)
    }
}
