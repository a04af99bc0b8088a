package import Inspection

/// A rule that some of the compared requests violate, and others do not.
package struct Breach: Hashable, Sendable {
    /// The rule's id.
    package var rule: String
    /// The greatest severity of its findings.
    package var severity: Severity
    /// The requests that violate it, as indices of ``RequestComparison/requests``.
    package var requests: [Int]
    /// The sentence of the first finding, without a full stop.
    package var message: String
    /// What the rule finds, in a few words; its id where it is in no catalogue.
    var title: String
    /// How strict the clauses are on which the rule is based.
    var requirement: RequirementLevel
    /// Why the rule matters; `nil` where it is in no catalogue.
    package var rationale: String?

    /// Makes a breach of the rule with an id; `definition` is that rule, `nil` where it is in no catalogue.
    init(
        rule: String,
        _ definition: (any Rule)?,
        severity: Severity,
        requests: [Int],
        message: String
    ) {
        self.rule = rule
        title = definition?.title ?? rule
        requirement = definition?.requirement ?? .practice
        rationale = definition?.rationale
        self.severity = severity
        self.requests = requests
        self.message = message
    }

    /// What receivers do with requests that violate the rule, as far as it was measured.
    var effects: [KnownEffect] {
        guard !ReceiverTestCase.of(rule).isEmpty else { return [] }
        return Receiver.allCases.flatMap { receiver in
            ReceiverOutlook.items(for: receiver, rule: rule).compactMap { item -> KnownEffect? in
                // A firewall only flags it: the consequence depends on the rules configured there.
                if case .flags = item.effect { return nil }
                return KnownEffect(receiver: receiver, effect: item.effect, rule: rule, requests: requests)
            }
        }
    }
}

/// What a receiver is known to do with a violation in some of the compared requests.
package struct KnownEffect: Hashable, Sendable {
    /// The receiver.
    package var receiver: Receiver
    /// What it did with a body with this one violation.
    package var effect: ReceiverEffect
    /// The violated rule.
    package var rule: String
    /// The requests that violate it, as indices of ``RequestComparison/requests``.
    package var requests: [Int]
}
