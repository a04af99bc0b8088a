import Exchanges
import Inspection

/// A rule whose findings are not withheld where the capture lacks what it looked at.
struct CredulousRule: Rule {
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
    var evidence: Evidence { .head }
    var needs: Fidelity { rule.needs }
    var isGuard: Bool { rule.isGuard }
    var concerns: FormTraits { rule.concerns }
    var headConcerns: HeadTraits { rule.headConcerns }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        rule.judge(context, &report)
    }
}
