import ArgumentParser
import Inspection
import InspectionRules
import LoggedErrors
import Policy
import Reporting
import Shell

/// `partwise explain`: a rule with its rationale, examples and fix; a server's error; a firewall's flag; or
/// how to get keys.
struct ExplainCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a rule: why it matters, what breaks it, what to do; or what a server said.",
        discussion: """
            For a server's error text it says which software prints it, and which rules to look at, in order. For a flag \
            of ModSecurity or libhtp, or a log line with several, it says what the flag means and which rules name the \
            bytes. `explain keys` says how to get a key log.

            Examples:
              partwise explain delimiter/missing-close
              partwise explain 'Unexpected end of form'
              partwise explain MULTIPART_UNMATCHED_BOUNDARY
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The rule's id, such as delimiter/missing-close; what a server said; a firewall's flag; or keys.",
            valueName: "rule or text"
        )
    )
    var subject: String

    @Option(help: "When to use colours: auto, always or never.")
    var color = ColorChoice.auto

    func run(in terminal: Terminal) throws -> CommandStatus {
        if subject == KeyLogGuide.name {
            KeyLogGuide.write(to: try ReportOutput(color: color, terminal: terminal).sink)
            return .fine
        }
        let report = try ReportOutput(color: color, terminal: terminal)
        if let found = RuleCatalogue.complete.rule(subject) {
            RuleExplanation(found, style: report.style).write(to: report.sink)
            return .fine
        }
        let flags = CheckerFlag.named(in: subject)
        guard flags.isEmpty else {
            CheckerFlagExplanation(flags, rules: .ofForms, style: report.style).write(to: report.sink)
            return .fine
        }
        let errors = ServerError.found(in: subject)
        guard !errors.isEmpty else { throw CommandFailure.usage(complaint) }
        ServerErrorExplanation(subject, errors: errors, style: report.style)
            .write(to: report.sink, rule: RuleCatalogue.complete.rule)
        return .fine
    }

    /// What is said of a subject that nothing is known of, as a rule or as a server's text.
    ///
    /// The name of a rule is one word in lowercase; without a slash it is taken for one where it is near to one.
    private var complaint: String {
        let isWord = !subject.contains { $0.isWhitespace || $0.isUppercase }
        let mayBeRule = isWord && (subject.contains("/") || NearestName.of(subject, among: Self.rules) != nil)
        return mayBeRule ? RuleName.complaint(about: subject) : ServerTextName.complaint(about: subject)
    }

    private static let rules = RuleCatalogue.complete.all.map(\.id)
}
