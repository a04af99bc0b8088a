import ArgumentParser
import Inspection
import Reporting

/// `partwise explain`: one rule with its reasons, examples and fix; a firewall's flag; or how to get keys.
struct ExplainCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract:
            "Explain a rule: why it matters, what breaks it, what to do; or 'keys': how to get a key log.",
        discussion: """
            Of a flag of ModSecurity or libhtp, such as MULTIPART_UNMATCHED_BOUNDARY or BQ, or of a line of a log with \
            several, it tells what is meant and which rules name the bytes.
            """
    )

    @Argument(help: "The rule's id, such as delimiter/missing-close, a flag, or keys.")
    var rule: String

    @Option(help: "When to use colours: auto, always or never.")
    var color = ColorChoice.auto

    func run(in terminal: Terminal) throws -> CommandStatus {
        if rule == KeyLogGuide.name {
            KeyLogGuide.write(to: try ReportOutput(color: color, terminal: terminal).sink)
            return .fine
        }
        let report = try ReportOutput(color: color, terminal: terminal)
        if let found = RuleCatalogue.rule(rule) {
            RuleExplanation(found, style: report.style).write(to: report.sink)
            return .fine
        }
        let flags = CheckerFlag.named(in: rule)
        guard !flags.isEmpty else { throw CommandFailure.usage(RuleName.complaint(about: rule)) }
        CheckerFlagExplanation(flags, style: report.style).write(to: report.sink)
        return .fine
    }
}
