import ArgumentParser
import Inspection
import Reporting

/// `partwise explain`: one rule with its reasons, examples and fix; or how to get keys.
struct ExplainCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract:
            "Explain a rule: why it matters, what breaks it, what to do; or 'keys': how to get a key log."
    )

    @Argument(help: "The rule's id, such as delimiter/missing-close; or keys.")
    var rule: String

    @Option(help: "When to use colours: auto, always or never.")
    var color = ColorChoice.auto

    func run(in terminal: Terminal) throws -> CommandStatus {
        if rule == KeyLogGuide.name {
            KeyLogGuide.write(to: try ReportOutput(color: color, terminal: terminal).sink)
            return .fine
        }
        guard let found = RuleCatalogue.rule(rule) else {
            throw CommandFailure.usage(RuleName.complaint(about: rule))
        }
        let report = try ReportOutput(color: color, terminal: terminal)
        RuleExplanation(found, style: report.style).write(to: report.sink)
        return .fine
    }
}
