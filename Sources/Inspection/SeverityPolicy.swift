/// What findings come to where somebody has said so: severities of rules raised, lowered, or rules turned off.
///
/// It is applied after the ``Cascade``: a finding that is turned off takes along what follows from it.
package struct SeverityPolicy: Hashable, Sendable {
    /// What the findings of a rule come to.
    package enum Override: Hashable, Sendable {
        /// They are not told.
        case off
        /// They have this severity, whatever the rule says of them.
        case severity(Severity)
    }

    /// What findings come to, by the ids of their rules; rules that are not named keep their severities.
    package var overrides: [String: Override]

    /// Makes a policy; by default one that changes nothing.
    package init(overrides: [String: Override] = [:]) {
        self.overrides = overrides
    }

    /// Changes severities, and drops the findings of rules that are off, consequences of others among them.
    package func apply(to findings: inout [Finding]) {
        guard !overrides.isEmpty else { return }
        findings.removeAll { overrides[$0.rule] == .off }
        for index in findings.indices {
            if case .severity(let severity)? = overrides[findings[index].rule] {
                findings[index].severity = severity
            }
            findings[index].consequences.removeAll { overrides[$0.rule] == .off }
        }
    }
}
