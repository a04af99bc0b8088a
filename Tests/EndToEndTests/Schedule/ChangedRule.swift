import Exchanges
import Inspection

/// A rule that judges as before, and is run or believed otherwise.
struct ChangedRule: Rule {
    /// The rule.
    let rule: any Rule
    let evidence: Evidence
    let concerns: FormTraits
    let headConcerns: HeadTraits

    /// A rule that is run on every request, whatever it asks for.
    init(unscheduled rule: any Rule) {
        self.rule = rule
        (evidence, concerns, headConcerns) = (rule.evidence, [], [])
    }

    /// A rule whose findings are not withheld where the capture lacks what it looked at.
    init(credulous rule: any Rule) {
        self.rule = rule
        (evidence, concerns, headConcerns) = (.head, rule.concerns, rule.headConcerns)
    }

    var id: String { rule.id }
    var title: String { rule.title }
    var severity: Severity { rule.severity }
    var requirement: RequirementLevel { rule.requirement }
    var clauses: [Clause] { rule.clauses }
    var rationale: String { rule.rationale }
    var hint: String { rule.hint }
    var examples: [RuleExample] { rule.examples }
    var needs: Fidelity { rule.needs }
    var isGuard: Bool { rule.isGuard }
    var reportsUnreadHeaders: Bool { rule.reportsUnreadHeaders }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        rule.judge(context, &report)
    }
}
