package import Inspection

/// A rule that some of several requests break, and others do not.
package struct Breach: Hashable, Sendable {
    /// The rule's id.
    package var rule: String
    /// The gravest of its findings.
    package var severity: Severity
    /// The requests that break it, as indices of ``RequestComparison/requests``.
    package var requests: [Int]
    /// The sentence of the first finding, without a full stop.
    package var message: String

    /// Makes a breach.
    package init(rule: String, severity: Severity, requests: [Int], message: String) {
        self.rule = rule
        self.severity = severity
        self.requests = requests
        self.message = message
    }

    /// What known receivers do with what the rule finds, as far as that was measured.
    var effects: [KnownEffect] {
        guard !ReceiverTestCase.of(rule).isEmpty else { return [] }
        return Receiver.allCases.flatMap { receiver in
            ReceiverOutlook.items(for: receiver, rule: rule).compactMap { item -> KnownEffect? in
                // A firewall's flag is a remark: whether anything follows from it is a matter of its rules.
                if case .flags = item.effect { return nil }
                return KnownEffect(receiver: receiver, effect: item.effect, rule: rule, requests: requests)
            }
        }
    }
}

/// What a receiver is known to do with something that some of several requests have.
package struct KnownEffect: Hashable, Sendable {
    /// The receiver.
    package var receiver: Receiver
    /// What it did with a body that had this one fault.
    package var effect: ReceiverEffect
    /// The rule that tells of the fault.
    package var rule: String
    /// The requests that have it, as indices of ``RequestComparison/requests``.
    package var requests: [Int]
}
