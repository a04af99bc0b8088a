import Inspection
import Pipeline
import Testing

/// Bugs that people reported: each gets a finding that names its cause, and a fix that helps.
struct BugTests {
    private static func findings(_ bug: Bug) throws -> [Finding] {
        let bytes = RuleExample.bytes(of: bug.request).bytes
        return try CollectedCapture.read(bytes, name: "bug", as: .request).findings
    }

    @Test(arguments: Bug.all.filter { !$0.rules.isEmpty })
    func `the cause is named, and no other error beside it`(_ bug: Bug) throws {
        let findings = try Self.findings(bug)
        let rules = findings.map(\.rule)
        #expect(bug.rules.isSubset(of: rules), "\(rules)")
        let errors = Set(findings.filter { $0.severity == .error }.map(\.rule))
        #expect(errors.isSubset(of: bug.rules), "\(errors)")
        guard !bug.fix.isEmpty else { return }
        let hints = findings.filter { bug.rules.contains($0.rule) }.map { $0.message + ". " + $0.hint }
        #expect(hints.contains { $0.contains(bug.fix) }, "\(hints)")
    }

    @Test(arguments: Bug.all.filter(\.rules.isEmpty))
    func `a request that is as it should be is told to conform`(_ bug: Bug) throws {
        let findings = try Self.findings(bug)
        #expect(findings.filter { $0.severity > .note }.map(\.rule) == [])
    }

    @Test(arguments: Bug.all)
    func `a fix is one or two plain sentences`(_ bug: Bug) throws {
        for finding in try Self.findings(bug) {
            #expect(finding.hint.hasSuffix(".") && finding.hint.count < 300, "\(finding.hint)")
        }
    }
}

extension Bug {
    /// All bugs.
    static let all: [Bug] = declarations + delimiters + headers + lengths + contents
}
