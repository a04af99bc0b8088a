import ArgumentParser
import Inspection
import InspectionRules
import Pages
import Pipeline
import Policy
import Reporting
import Shell

/// `partwise forms`: lists the forms of pages and judges them.
struct FormsCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "forms",
        abstract: "List the forms of captured pages, and say why a file would not leave the browser.",
        discussion: """
            Pages are read as browsers read them, wherever tags are missing or stand in the wrong place; scripts \
            are not run. Of a capture, the requests that the forms made are named too, and what differs.

            Examples:
              partwise forms session.chls
              partwise forms page.html --page-url https://example.org/upload
              partwise forms session.chls --attach-hint
            """
    )

    /// The output format.
    enum Format: String, NamedChoice {
        case text, json
    }

    @Argument(
        help: ArgumentHelp(
            "Captures, or pages: files whose name ends in .html or .htm.",
            valueName: "capture"
        )
    )
    var captures: [String]

    @Option(help: "How to write the list.")
    var format = Format.text

    @Option(help: "The least severity that makes the exit code 1; error if not given.")
    var threshold: Severity?

    @Option(help: ArgumentHelp("The URL of a page that is a file.", valueName: "url"))
    var pageURL: String?

    @Flag(help: "Write the options by which partwise proxy puts a file into the place of a field.")
    var attachHint = false

    @Option(name: .shortAndLong, help: ArgumentHelp("Write the list to this file.", valueName: "file"))
    var output: String?

    @OptionGroup(title: "Policy")
    var policy: ConfigurationOptions

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    func validate() throws {
        guard format == .text || !attachHint else {
            throw ValidationError("--attach-hint and --format json exclude one another.")
        }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        let selected = try selection.selection(in: terminal)
        let others = try InputList(captures.filter { !PageFile.isPage($0) })
        try FileRoles.keep(captures.map { CaptureArgument($0).path }, from: output)
        let report = try ReportOutput(file: output, color: selection.color, terminal: terminal)
        let configuration = try policy.configuration(in: terminal)
        let inspector = Inspector(.ofForms, severities: configuration.severities)
        let reporter = FormsReporter(
            to: report.sink,
            style: report.style,
            format: attachHint ? .attachHints : format == .json ? .json : .text,
            settle: inspector.settle
        )
        for path in captures.filter(PageFile.isPage) {
            let page = try PageFile.read(path, url: pageURL)
            reporter.begin(path)
            reporter.add(page, exchange: nil)
        }
        var hasFailed = false
        if captures.allSatisfy(PageFile.isPage) {
            reporter.finish(ReportTotals())
        } else {
            var options = try selection.inspectionOptions(in: terminal, judgedBy: inspector)
            options.readsPages = true
            options.keepsPageBytes = true
            var reading = InputReading(
                selection.kind,
                options: options,
                selection: selected,
                terminal: terminal
            )
            reading.read(others, into: reporter)
            hasFailed = reading.hasFailed
        }
        if reporter.pageCount == 0 { terminal.report("there is no page with a form in what was read") }
        if hasFailed { return .unreadable }
        let least = threshold ?? configuration.threshold ?? .error
        return Severity.allCases.contains { $0 >= least && reporter.counts[$0] > 0 } ? .findings : .fine
    }
}
