import Exchanges
import Inspection
import InspectionRules
import Testing

/// The same bytes under different profiles.
struct ProfileTests {
    private static let clean = "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"
    private static let padded =
        "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎MIME-Version: 1.0⏎⏎1⏎--AaB03x--⏎"

    private func severities(
        _ text: String,
        _ profile: Profile,
        target: Receiver? = nil,
        overrides: [String: SeverityPolicy.Override] = [:]
    ) -> [String: Severity] {
        let inspector = Inspector(
            .ofForms,
            profile: profile,
            target: target,
            severities: SeverityPolicy(overrides: overrides)
        )
        let context = SentRequest(framing: .bare, sending: text).context
        return Dictionary(
            inspector.judge(context).map { ($0.rule, $0.severity) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    @Test func `a field that RFC 7578 forbids is a warning, by the letter an error`() {
        #expect(severities(Self.padded, .standard)["part-header/other-field"] == .warning)
        #expect(severities(Self.padded, .rfc7578)["part-header/other-field"] == .error)
    }

    @Test func `what the letter allows is a note by the letter`() {
        let text = "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎x --AaB03x y⏎--AaB03x--⏎"
        #expect(severities(text, .standard)["boundary/midline-in-content"] == .warning)
        #expect(severities(text, .rfc7578)["boundary/midline-in-content"] == .note)
    }

    @Test func `strict makes errors of warnings, and leaves notes alone`() {
        let found = severities(Self.padded, .strict)
        #expect(found["part-header/other-field"] == .error)
        let unended = severities(String(Self.clean.dropLast()), .strict)
        #expect(unended["delimiter/no-final-crlf"] == .note)
    }

    @Test func `what somebody has set wins over every profile`() {
        let found = severities(Self.padded, .strict, overrides: ["part-header/other-field": .severity(.note)])
        #expect(found["part-header/other-field"] == .note)
    }

    @Test func `the rules of browsers are run in their profile only`() {
        let unended = String(Self.clean.dropLast())
        #expect(severities(unended, .whatwg)["whatwg/ends"] == .error)
        for profile in Profile.allCases where profile != .whatwg {
            #expect(!severities(unended, profile).keys.contains { $0.hasPrefix("whatwg/") })
        }
    }

    @Test func `a form as browsers send it gets nothing in their profile`() {
        #expect(severities(Self.clean, .whatwg).isEmpty)
    }

    @Test func `a receiver that was named is warned of by its name`() throws {
        let text =
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"a%22b\"⏎"
            + "Content-Type: text/plain⏎⏎1⏎--AaB03x--⏎"
        let context = SentRequest(framing: .bare, sending: text).context
        let found = Inspector(.ofForms, profile: .standard, target: .werkzeug).judge(context)
        let finding = try #require(found.first { $0.rule == "disposition/percent-ambiguous" })
        #expect(finding.severity == .warning)
        #expect(finding.message.contains("Werkzeug"))
        let other = Inspector(.ofForms, profile: .standard, target: .go).judge(context)
        #expect(other.first { $0.rule == "disposition/percent-ambiguous" }?.severity == .note)
    }

    @Test func `a limit is a note for all, a warning for the receiver that has it, and nothing for another`()
    {
        let part =
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"a\"⏎Content-Type: text/plain⏎⏎1⏎"
        let text = String(repeating: part, count: 21) + "--AaB03x--⏎"
        #expect(severities(text, .standard)["limits/part-count"] == .note)
        #expect(severities(text, .standard, target: .php)["limits/part-count"] == .warning)
        #expect(severities(text, .standard, target: .go)["limits/part-count"] == nil)
    }

    @Test(arguments: RuleCatalogue.ofForms.all.map(\.id))
    func `an error rests on a clause that demands, or on practice`(_ id: String) throws {
        let rule = try #require(RuleCatalogue.ofForms.rule(id))
        // By the letter of the specification, too, an error must violate something.
        if rule.severity == .error { #expect(rule.requirement != .may) }
    }
}
