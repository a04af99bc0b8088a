import Exchanges
import Inspection

/// A rule that is run on every request, whatever it asks for.
struct UnscheduledRule: Rule {
    /// The rule.
    let rule: any Rule

    var id: String { rule.id }
    var title: String { rule.title }
    var severity: Severity { rule.severity }
    var requirement: RequirementLevel { rule.requirement }
    var clauses: [Clause] { rule.clauses }
    var rationale: String { rule.rationale }
    var hint: String { rule.hint }
    var examples: [RuleExample] { rule.examples }
    var evidence: Evidence { rule.evidence }
    var needs: Fidelity { rule.needs }
    var isGuard: Bool { rule.isGuard }
    var concerns: FormTraits { [] }
    var headConcerns: HeadTraits { [] }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        rule.judge(context, &report)
    }
}
