import PartwiseForms
import Testing

/// Rules that are chosen and waived.
struct RulesTests {
    private let unclosed = Upload.body(Upload.part)
    private let emptyFile = Upload.body(Upload.emptyFile + Upload.close)

    private func rules(_ body: [UInt8], _ rules: FormCheck.Rules) -> [String] {
        FormCheck(body: body, contentType: Upload.type, rules: rules).findings.map(\.rule)
    }

    @Test func `the finding of a waived rule is left out`() {
        #expect(rules(emptyFile, .standard).contains("part/empty-file"))
        #expect(!rules(emptyFile, .standard.without("part/empty-file")).contains("part/empty-file"))
        #expect(
            !rules(emptyFile, .strict.without("part/nul-in-field").without("part/empty-file")).contains(
                "part/empty-file"
            )
        )
    }

    @Test func `a body conforms where its only error is waived`() {
        let waiving = FormCheck.Rules.standard.without("delimiter/missing-close")
        #expect(FormCheck(body: unclosed, contentType: Upload.type, rules: waiving).conforms)
    }

    @Test func `chosen rules are judged by, and no others`() {
        let chosen = FormCheck.Rules.standard.only("part/empty-file")
        #expect(rules(emptyFile, chosen) == ["part/empty-file"])
        #expect(rules(unclosed, chosen) == [])
        #expect(rules(unclosed, .standard.only("delimiter/missing-close")) == ["delimiter/missing-close"])
        #expect(rules(emptyFile, chosen.without("part/empty-file")) == [])
    }

    @Test func `a rule of another profile can be chosen`() throws {
        let id = try #require(FormCheck.Rules.ids.first { $0.hasPrefix("whatwg/") })
        _ = FormCheck.Rules.standard.only(id)
    }

    @Test func `an unknown id ends the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = FormCheck.Rules.standard.without("part/emty-file")
        }
    }
}
