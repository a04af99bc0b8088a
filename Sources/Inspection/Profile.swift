/// How strictly forms are judged.
package enum Profile: String, Hashable, CaseIterable, Sendable {
    /// What breaks, what is likely to break, and what is worth knowing.
    case standard = "default"
    /// The specifications by the letter: MUST is an error, SHOULD a warning, the rest notes.
    case rfc7578
    /// Whether browsers would have sent the same bytes: the boundary aside, every deviation is an error.
    case whatwg
    /// As `default`, but warnings are errors.
    case strict

    /// What it does, in a few words.
    package var summary: String {
        switch self {
        case .standard: "what breaks, what may break, what is worth knowing"
        case .rfc7578: "the specifications by the letter: MUST is an error, SHOULD a warning"
        case .whatwg: "byte for byte what browsers send, the boundary aside"
        case .strict: "warnings are errors"
        }
    }

    /// The rules of a catalogue that are run.
    package func rules(of catalogue: RuleCatalogue) -> [any Rule] {
        switch self {
        case .standard, .rfc7578, .strict: catalogue.standard
        // Findings that are not errors either conform to the algorithm, or are reported by a rule of the
        // group `whatwg`.
        case .whatwg: catalogue.standard.filter { $0.severity == .error } + catalogue.whatwg
        }
    }
}

/// The severities of findings: under a profile, for a receiver, and after a user's settings, in this order.
struct SeverityScale: Sendable {
    private let profile: Profile
    private let target: Receiver?
    private let policy: SeverityPolicy
    /// For each rule whose severity differs from its requirement level: its own severity, and the one by the
    /// letter.
    private let literal: [String: (given: Severity, literal: Severity)]

    /// Makes a scale for findings of some rules.
    init(_ profile: Profile, target: Receiver?, policy: SeverityPolicy, rules: [any Rule]) {
        self.profile = profile
        self.target = target
        self.policy = policy
        var literal: [String: (given: Severity, literal: Severity)] = [:]
        if profile == .rfc7578 {
            for rule in rules where rule.requirement.severity != rule.severity {
                literal[rule.id] = (rule.severity, rule.requirement.severity)
            }
        }
        self.literal = literal
    }

    /// Changes the severities of findings, and adds what the receiver does with them.
    func apply(to findings: inout [Finding]) {
        if !literal.isEmpty {
            for index in findings.indices {
                // A finding with another severity than its rule's keeps it: it is a special case.
                if let change = literal[findings[index].rule], findings[index].severity == change.given {
                    findings[index].severity = change.literal
                }
            }
        }
        if let target {
            for index in findings.indices { Self.aim(&findings[index], at: target) }
        }
        if profile == .strict {
            for index in findings.indices where findings[index].severity == .warning {
                findings[index].severity = .error
            }
        }
        policy.apply(to: &findings)
    }

    /// Raises what a receiver is known to break on to a warning, and says how it breaks.
    private static func aim(_ finding: inout Finding, at target: Receiver) {
        guard !finding.isMild else { return }
        let items = ReceiverOutlook.items(for: target, rule: finding.rule)
        guard !items.isEmpty else { return }
        finding.severity = max(finding.severity, .warning)
        finding.message += "; \(target.name) " + items.map(\.effect.words).joined(separator: ", or ")
    }
}
