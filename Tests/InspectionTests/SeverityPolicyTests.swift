import Exchanges
import Inspection
import InspectionRules
import Testing

/// What is said of severities from outside wins over what rules say of them.
struct SeverityPolicyTests {
    private static let unclosed = SentRequest(
        framing: .bare,
        sending: "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎"
    )

    private func findings(_ overrides: [String: SeverityPolicy.Override]) -> [Finding] {
        Inspector(.ofForms, severities: SeverityPolicy(overrides: overrides)).judge(Self.unclosed.context)
    }

    @Test func `a rule whose severity is set speaks with that severity`() throws {
        let finding = try #require(
            findings(["delimiter/missing-close": .severity(.note)])
                .first { $0.rule == "delimiter/missing-close" }
        )
        #expect(finding.severity == .note)
    }

    @Test func `a rule that is off is not told`() {
        #expect(findings([:]).contains { $0.rule == "delimiter/missing-close" })
        #expect(
            !findings(["delimiter/missing-close": .off]).contains { $0.rule == "delimiter/missing-close" }
        )
    }

    @Test func `a consequence whose rule is off is not told with its cause`() throws {
        func consequences(_ overrides: [String: SeverityPolicy.Override]) throws -> [String] {
            let sent = SentRequest(
                framing: .bare,
                sending: "--other1⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎"
            )
            let found = Inspector(.ofForms, severities: SeverityPolicy(overrides: overrides)).judge(
                sent.context
            )
            return try #require(found.first { $0.rule == "boundary/mismatch" }).consequences.map(\.rule)
        }
        let rule = try #require(try consequences([:]).first)
        #expect(try !consequences([rule: .off]).contains(rule))
    }
}
