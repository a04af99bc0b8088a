import Forms

/// Judges requests: runs the rules that may speak, drops what the capture cannot prove, and folds what follows from
/// something else.
package struct Inspector: Sendable {
    private let rules: [any Rule]
    private let schedule: RuleSchedule
    /// Whether findings of a rule point at bytes of the body.
    private let pointsAtBytes: [Bool]

    /// Makes an inspector.
    ///
    /// - Parameter rules: the rules to run; all of the catalogue's by default.
    package init(rules: [any Rule] = RuleCatalogue.all) {
        self.rules = rules
        schedule = RuleSchedule(rules)
        pointsAtBytes = rules.map { $0.evidence == .bytes }
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
        let firstHole = subject.form?.holes.first?.lowerBound
        var walk = RuleSchedule.Walk(
            form: subject.form?.traits ?? [],
            head: subject.headTraits,
            isWhole: subject.hasWholeBody
        )
        while let index = schedule.next(&walk) {
            let count = report.findings.count
            rules[index].judge(subject, &report)
            if let firstHole, pointsAtBytes[index] {
                // What stands at or after bytes that nobody saw may be different from what it seems.
                report.filter(from: count) { $0.place != .body || $0.range.upperBound < firstHole }
            }
        }
        return report.take()
    }
}
