import ArgumentParser
import Inspection
import LoggedErrors
import Reporting
import Shell

/// `partwise rules`: the catalogue.
struct RulesCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the rules by which forms are judged.",
        discussion: """
            `partwise explain RULE` explains one of them.

            Examples:
              partwise rules
              partwise rules --format markdown > rules.md
            """
    )

    /// The output format.
    enum Format: String, NamedChoice {
        case text, json, markdown
    }

    @Option(help: "How to write the catalogue.")
    var format = Format.text

    @Option(help: "When to use colours: auto, always or never.")
    var color = ColorChoice.auto

    func run(in terminal: Terminal) throws -> CommandStatus {
        let report = try ReportOutput(color: color, terminal: terminal)
        switch format {
        case .text: RuleList.write(RuleCatalogue.complete.all, style: report.style, to: report.sink)
        case .json: RuleList.writeJSON(RuleCatalogue.complete.all, to: report.sink)
        case .markdown:
            RulesMarkdown.write(RuleCatalogue.complete.all, to: report.sink)
            ServerErrorsMarkdown.write(ServerErrorCatalogue.all, to: report.sink)
        }
        return .fine
    }
}
