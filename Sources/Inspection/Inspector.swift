import Exchanges
import Forms

/// Judges requests: runs the rules that apply, drops what the capture cannot prove, and folds consequences
/// into their causes.
package struct Inspector: Sendable {
    private let rules: [any Rule]
    private let schedule: RuleSchedule
    /// What each rule looks at.
    private let evidence: [Evidence]
    private let scale: SeverityScale
    /// The severity of a finding of each rule that looks at heads alone; `nil` where it is not reported.
    private let severities: [Severity?]
    private let rulesOff: Set<String>
    private let fold: RuleCatalogue.Folding
    /// The fixes of rules that say something else to certain senders, by the ids of the rules.
    private let advice: [String: (hint: String, bySender: [Sender: String])]

    /// Makes an inspector that runs all rules that every form is judged by, with their own severities.
    ///
    /// - Parameters:
    ///   - catalogue: holds those rules.
    ///   - severities: changes to the severities of findings.
    package init(_ catalogue: RuleCatalogue, severities: SeverityPolicy = SeverityPolicy()) {
        self.init(rules: catalogue.standard, of: catalogue, severities: severities)
    }

    /// Makes an inspector that runs some rules with their own severities.
    ///
    /// - Parameters:
    ///   - rules: the rules to run.
    ///   - catalogue: folds their findings.
    ///   - severities: changes to the severities of findings.
    package init(
        rules: [any Rule],
        of catalogue: RuleCatalogue,
        severities: SeverityPolicy = SeverityPolicy()
    ) {
        self.init(
            rules: rules,
            catalogue,
            scale: SeverityScale(.standard, target: nil, policy: severities, rules: rules)
        )
    }

    /// Makes an inspector that judges by a profile.
    ///
    /// - Parameters:
    ///   - catalogue: the rules that there are.
    ///   - profile: which of them are run, and which severities their findings have.
    ///   - target: the receiver whose limits and behaviour matter; `nil` where none is named.
    ///   - additions: further rules, such as those of a contract.
    ///   - rulesOff: the ids of rules that are not run.
    ///   - severities: changes to the severities of findings, made after those of the profile.
    package init(
        _ catalogue: RuleCatalogue,
        profile: Profile,
        target: Receiver? = nil,
        additions: [any Rule] = [],
        rulesOff: Set<String> = [],
        severities: SeverityPolicy = SeverityPolicy()
    ) {
        let rules = (profile.rules(of: catalogue) + additions).filter { !rulesOff.contains($0.id) }.map {
            rule -> any Rule in
            guard let target, let rule = rule as? any AimableRule else { return rule }
            return rule.aimed(at: target)
        }
        self.init(
            rules: rules,
            catalogue,
            scale: SeverityScale(profile, target: target, policy: severities, rules: rules),
            rulesOff: rulesOff
        )
    }

    private init(
        rules: [any Rule],
        _ catalogue: RuleCatalogue,
        scale: SeverityScale,
        rulesOff: Set<String> = []
    ) {
        self.rules = rules
        fold = catalogue.fold
        advice = Dictionary(
            rules.filter { !$0.advice.isEmpty }.map { ($0.id, ($0.hint, $0.advice)) },
            uniquingKeysWith: { first, _ in first }
        )
        self.scale = scale
        self.rulesOff = rulesOff
        schedule = RuleSchedule(rules)
        evidence = rules.map(\.evidence)
        severities = rules.map { Self.severity(of: $0, on: scale) }
    }

    /// The findings of all rules, those that follow from others folded into them, in the order of places and ids.
    package func judge(_ context: borrowing RuleContext) -> [Finding] {
        var findings = allFindings(context)
        guard !findings.isEmpty else { return [] }
        fold(&findings, context)
        // After folding: what follows from a finding that is withheld is withheld with it.
        findings.removeAll(where: \.isWithheld)
        advise(&findings, context)
        if context.isMasked {
            for index in findings.indices { findings[index].qualifyDots(in: context.form) }
        }
        scale.apply(to: &findings)
        if let form = context.form, form.usesObservedBoundary {
            for index in findings.indices where findings[index].place == .body {
                findings[index].isSecondary = true
            }
        }
        findings.sort { ($0.range.lowerBound, $0.rule) < ($1.range.lowerBound, $1.rule) }
        return findings
    }

    /// Replaces the fixes of rules by those for the software that sent the request.
    private func advise(_ findings: inout [Finding], _ context: borrowing RuleContext) {
        guard findings.contains(where: { $0.severity > .note }), let sender = Sender(context.fields) else {
            return
        }
        for index in findings.indices where findings[index].severity > .note {
            guard let advice = advice[findings[index].rule], findings[index].hint == advice.hint,
                let fix = advice.bySender[sender]
            else { continue }
            findings[index].hint = fix
        }
    }

    /// The findings of rules that judge something else than requests, with the severities of this inspector, and
    /// without those of rules that it does not run.
    package func settle(_ findings: [Finding]) -> [Finding] {
        var findings = findings.filter { !rulesOff.contains($0.rule) }
        scale.apply(to: &findings)
        return findings
    }

    /// The findings of all rules, before consequences are folded.
    package func findings(_ context: borrowing RuleContext) -> [Finding] {
        allFindings(context).filter { !$0.isWithheld }
    }

    /// Which rules are run on a whole body with some traits.
    func extent(of form: FormTraits, _ head: HeadTraits, _ fidelity: Fidelity) -> RuleSchedule.Extent {
        schedule.extent(of: RuleSchedule.Walk(form: form, head: head, isWhole: true, fidelity: fidelity))
    }

    private static func severity(of rule: any Rule, on scale: SeverityScale) -> Severity? {
        guard rule.evidence == .head, !rule.readsForm else { return nil }
        var report = RuleReport()
        report.addToHead(rule, at: 0..<0) { "" }
        var findings = report.take()
        scale.apply(to: &findings)
        return findings.first?.severity
    }

    /// The severity of the only finding in a request with a whole body, where it is known without judging that there is one
    /// and no more.
    func soleSeverity(
        _ form: FormTraits,
        _ head: HeadTraits,
        _ fidelity: Fidelity,
        _ mediaType: MediaType?
    ) -> Severity? {
        var walk = RuleSchedule.Walk(form: form, head: head, isWhole: true, fidelity: fidelity)
        guard let mediaType, let index = schedule.next(&walk), schedule.next(&walk) == nil,
            rules[index].findingCount(under: mediaType) == 1
        else { return nil }
        return severities[index]
    }

    private func allFindings(_ context: borrowing RuleContext) -> [Finding] {
        var report = RuleReport()
        let isWhole = context.hasWholeBody
        let firstUnknown = isWhole ? nil : context.firstUnknown
        let traits = context.formTraits ?? context.form.map { FormTraits($0) } ?? []
        let unread = traits.contains(.longHeader) ? context.partsWithUnreadHeader : []
        var walk = RuleSchedule.Walk(
            form: traits,
            head: context.headTraits,
            isWhole: isWhole,
            fidelity: context.fidelity
        )
        while let index = schedule.next(&walk) {
            if context.isDamaged, !context.canJudge(rules[index]) { continue }
            let count = report.findings.count
            rules[index].judge(context, &report)
            if !unread.isEmpty, !rules[index].reportsUnreadHeaders {
                // What was read as content of such a part is the rest of its header.
                report.withhold(from: count) { finding in
                    finding.place == .body
                        && unread.contains { $0.overlaps(finding.range) || $0 ~= finding.range.lowerBound }
                }
            }
            guard let firstUnknown, let form = context.form, evidence[index] != .head else { continue }
            report.withhold(from: count) {
                $0.place == .body && form.evidenceEnd(of: $0, evidence[index]) >= firstUnknown
            }
        }
        return report.take()
    }
}
