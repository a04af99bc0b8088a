import Forms

/// Judges requests: runs the rules that may speak, drops what the capture cannot prove, and folds what follows from
/// something else.
package struct Inspector: Sendable {
    /// When a rule is run; kept apart from the rules, so that passing over one costs nothing.
    private struct Condition {
        let needsWholeBody: Bool
        let pointsAtBytes: Bool
        /// The bits of the form's traits and of the head's; 0 stands for all.
        let concerns: UInt32
        let headConcerns: UInt8
    }

    private let rules: [any Rule]
    private let conditions: [Condition]

    /// Makes an inspector.
    ///
    /// - Parameter rules: the rules to run; all of the catalogue's by default.
    package init(rules: [any Rule] = RuleCatalogue.all) {
        self.rules = rules
        conditions = rules.map {
            Condition(
                needsWholeBody: $0.evidence == .wholeBody,
                pointsAtBytes: $0.evidence == .bytes,
                concerns: $0.concerns.rawValue,
                headConcerns: $0.headConcerns.rawValue
            )
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
        let traits = subject.form?.traits.rawValue ?? 0
        let headTraits = subject.headTraits.rawValue
        let isWhole = subject.hasWholeBody
        let firstHole = subject.form?.holes.first?.lowerBound
        for index in conditions.indices {
            let condition = conditions[index]
            if condition.needsWholeBody, !isWhole { continue }
            if condition.concerns != 0, condition.concerns & traits == 0 { continue }
            if condition.headConcerns != 0, condition.headConcerns & headTraits == 0 { continue }
            let count = report.findings.count
            rules[index].judge(subject, &report)
            if let firstHole, condition.pointsAtBytes {
                // What stands at or after bytes that nobody saw may be different from what it seems.
                report.filter(from: count) { $0.place != .body || $0.range.upperBound < firstHole }
            }
        }
        return report.take()
    }
}
