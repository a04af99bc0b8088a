import Forms

/// Judges requests: runs the rules that may speak, drops what the capture cannot prove, and folds what follows from
/// something else.
package struct Inspector: Sendable {
    /// When a rule is run; kept apart from the rules, so that passing over one costs nothing.
    private struct Condition {
        let evidence: Evidence
        let concerns: FormTraits
        let headConcerns: HeadTraits
    }

    private let rules: [any Rule]
    private let conditions: [Condition]

    /// Makes an inspector.
    ///
    /// - Parameter rules: the rules to run; all of the catalogue's by default.
    package init(rules: [any Rule] = RuleCatalogue.all) {
        self.rules = rules
        conditions = rules.map {
            Condition(evidence: $0.evidence, concerns: $0.concerns, headConcerns: $0.headConcerns)
        }
    }

    /// The findings of all rules, those that follow from others folded into them, in the order of places and ids.
    package func judge(_ subject: borrowing Subject) -> [Finding] {
        var findings = self.findings(subject)
        guard !findings.isEmpty else { return [] }
        Cascade.fold(&findings, in: subject)
        if let form = subject.form, form.usesObservedBoundary {
            for index in findings.indices where findings[index].place == .body {
                findings[index].isSecondary = true
            }
        }
        findings.sort { ($0.range.lowerBound, $0.rule) < ($1.range.lowerBound, $1.rule) }
        return findings
    }

    /// The findings of all rules as each gives them, nothing folded.
    package func findings(_ subject: borrowing Subject) -> [Finding] {
        var report = RuleReport()
        let traits = subject.form?.traits ?? []
        let headTraits = subject.headTraits
        let isWhole = subject.hasWholeBody
        let firstHole = subject.form?.holes.first?.lowerBound
        for index in conditions.indices {
            let condition = conditions[index]
            if condition.evidence == .wholeBody, !isWhole { continue }
            if !condition.concerns.isEmpty, condition.concerns.isDisjoint(with: traits) { continue }
            if !condition.headConcerns.isEmpty, condition.headConcerns.isDisjoint(with: headTraits) { continue }
            let count = report.findings.count
            rules[index].judge(subject, &report)
            if let firstHole, condition.evidence == .bytes {
                // What stands at or after bytes that nobody saw may be different from what it seems.
                report.filter(from: count) { $0.place != .body || $0.range.upperBound < firstHole }
            }
        }
        return report.take()
    }
}
