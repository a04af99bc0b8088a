import Inspection
import Pipeline
import TestSupport
import Testing

/// Bare bodies, each with one oddity, held to the rules that have to find it.
struct LabTests {
    /// Cases whose expectation the catalogue of rules contradicts, and why the catalogue is followed.
    static let contradicted: [String: LabCase.Expectation] = [
        // Lines of five dashes round a word are what every PEM file has: the rule's near miss says so.
        "ok-pem-content": LabCase.Expectation(rule: "boundary/lookalike-delimiter", severity: "warning")
    ]

    /// Cases in which a field is lost without a word: an error by the catalogue's own definition, and no warning.
    static let raised: Set<String> = ["bd-second-uses-other"]

    /// Cases of which one expected finding follows from another, and is listed under that.
    static let folded: [String: LabCase.Expectation] = [
        "bo-bom": LabCase.Expectation(rule: "delimiter/first-not-at-line-start", severity: "error")
    ]

    @Test(.needs(.lab), arguments: LabCase.all)
    func `a lab body gets the rules that it expects`(_ lab: LabCase) throws {
        let collected = try CollectedCapture.read(
            Array(lab.body),
            name: lab.id,
            as: .body(contentType: lab.contentType)
        )
        let found = Set(
            collected.findings.map { LabCase.Expectation(rule: $0.rule, severity: $0.severity.rawValue) }
        )
        for expected in lab.expect where Self.contradicted[lab.id] != expected {
            let severity = Self.raised.contains(lab.id) ? "error" : expected.severity
            let meant = LabCase.Expectation(rule: expected.rule, severity: severity)
            let isFolded =
                Self.folded[lab.id] == expected
                && collected.findings.contains { finding in
                    finding.severity.rawValue == meant.severity
                        && finding.consequences.contains { $0.rule == meant.rule }
                }
            #expect(found.contains(meant) || isFolded, "\(Self.list(collected))")
        }
        if lab.conforming {
            #expect(collected.rules(.error).isEmpty, "\(Self.list(collected))")
        }
    }

    @Test(.needs(.lab), arguments: contradicted.sorted { $0.key < $1.key })
    func `a contradicted expectation is still not met`(_ id: String, _ expected: LabCase.Expectation) throws {
        let lab = try #require(LabCase.all.first { $0.id == id })
        #expect(lab.expect.contains(expected))
        let collected = try CollectedCapture.read(
            Array(lab.body),
            name: id,
            as: .body(contentType: lab.contentType)
        )
        #expect(!collected.rules(atLeast: .note).contains(expected.rule))
    }

    private static func list(_ collected: CollectedCapture) -> String {
        collected.findings.map { finding in
            let consequences = finding.consequences.map(\.rule).joined(separator: " ")
            return "\(finding.severity) \(finding.rule) [\(consequences)] \(finding.message)"
        }
        .joined(separator: "\n")
    }
}
