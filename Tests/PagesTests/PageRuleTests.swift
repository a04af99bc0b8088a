import Inspection
import TestSupport
import Testing

@testable import Pages

/// Every example of every rule about pages is run: a violating one must be found at its mark, a near miss left alone.
struct PageRuleTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let rule: any PageRule
        let example: RuleExample
        let number: Int

        var testDescription: String { "\(rule.id) example \(number): \(example.remark)" }
    }

    static let cases: [Case] = PageRules.all.flatMap { rule in
        rule.examples.enumerated().map { Case(rule: rule, example: $1, number: $0 + 1) }
    }

    private static func page(_ text: String) -> (CapturedPage, mark: Int?) {
        let (bytes, mark) = RuleExample.bytes(of: text)
        // What says nothing of its encoding is in the encoding of pages that say it in their head.
        return (
            CapturedPage(
                bytes,
                url: "https://h/",
                contentType: text.contains("charset") ? nil : "text/html; charset=utf-8"
            ), mark
        )
    }

    @Test(arguments: cases)
    func `an example gets its rule at its mark, a near miss does not`(_ testCase: Case) throws {
        let (page, mark) = Self.page(testCase.example.text)
        var report = RuleReport()
        testCase.rule.judge(page, &report)
        guard testCase.example.violates else {
            #expect(report.findings.map(\.message) == [])
            return
        }
        #expect(report.findings.map(\.range.lowerBound) == [try #require(mark)])
        #expect(report.findings.allSatisfy { !$0.message.hasSuffix(".") && !$0.hint.isEmpty })
    }

    @Test(arguments: PageRules.all.map(\.id))
    func `a rule has a title, a clause with its link, a rationale and examples of both kinds`(_ id: String)
        throws
    {
        let rule = try #require(PageRules.all.first { $0.id == id })
        #expect(id.hasPrefix("form/"))
        #expect(!rule.title.isEmpty && !rule.rationale.isEmpty && !rule.hint.isEmpty)
        #expect(!rule.clauses.isEmpty && rule.clauses.allSatisfy { $0.link.contains("#") })
        #expect(rule.examples.contains { $0.violates } && rule.examples.contains { !$0.violates })
        #expect(rule.examples.allSatisfy { $0.kind == .page })
    }

    @Test func `every rule in the sources is registered once`() throws {
        let registered = PageRules.all.map { "\(type(of: $0))" }.sorted()
        #expect(try RuleSources.declaredRules(below: "Sources/Pages/Rules") == registered)
        #expect(Set(PageRules.all.map(\.id)).count == PageRules.all.count)
    }

    @Test func `a form in a table names the controls that scripts do not find`() throws {
        let (page, _) = Self.page(
            "<table><form method=post enctype=multipart/form-data><tr><td><input name=a><tr><td><input type=file name=photo></table>"
        )
        let finding = try #require(PageRules.findings(in: page).first)
        #expect(finding.rule == "form/in-table")
        #expect(finding.message.hasSuffix("scripts that look in it do not find `a`, `photo`"))
        #expect(page.controls.map(\.association) == [.parser, .parser])
    }

    @Test func `of thousands of faults a few are reported, the others counted`() {
        let (page, _) = Self.page(
            String(repeating: "<form method=post><input type=file name=f></form>", count: 3_000)
        )
        let findings = PageRules.findings(in: page).filter { $0.rule == "form/file-not-multipart" }
        #expect(findings.count == 16)
        #expect(findings.last?.message.hasSuffix("(and 2984 more like it)") == true)
    }
}
