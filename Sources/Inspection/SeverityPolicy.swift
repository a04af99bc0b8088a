/// A user's changes to severities: rules raised, lowered or turned off.
///
/// It is applied after the ``Cascade``: turning a finding off also removes what follows from it.
package struct SeverityPolicy: Hashable, Sendable {
    /// What becomes of the findings of a rule.
    package enum Override: Hashable, Sendable {
        /// They are not reported.
        case off
        /// They have this severity, whatever the rule says.
        case severity(Severity)
    }

    /// The changes, by the ids of rules; rules that are not named keep their severities.
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
