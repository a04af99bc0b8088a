import ArgumentParser
import Inspection
import InspectionRules
import Pipeline
import Policy
import Reporting
import Shell

/// `partwise inspect`: lists the exchanges of captures.
struct InspectCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "List the exchanges of captures, one a row, with a verdict on each form.",
        discussion: """
            Examples:
              partwise inspect session.chls
              partwise inspect app.pcap --url '*/upload*' --format html > uploads.html
            """
    )

    /// The output format.
    enum Format: String, NamedChoice {
        case text, json, ndjson, html
    }

    @Argument(help: ArgumentHelp("Captures: files, directories, - or CAPTURE#N.", valueName: "capture"))
    var captures: [String]

    @Option(help: "How to write the list.")
    var format = Format.text

    @OptionGroup(title: "HTML page")
    var page: PageOptions

    @OptionGroup(title: "Policy")
    var policy: ConfigurationOptions

    @OptionGroup(title: "Redaction")
    var redaction: RedactionOptions

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    @OptionGroup
    var jobs: JobOptions

    func run(in terminal: Terminal) throws -> CommandStatus {
        let selected = try selection.selection(in: terminal)
        let report = try ReportOutput(color: selection.color, terminal: terminal)
        let inputs = try InputList(captures)
        let reporter: any Reporter =
            switch format {
            case .text:
                TableReporter(to: report.sink, style: report.style, headsCaptures: inputs.arguments.count > 1)
            case .json:
                JSONReporter(
                    to: report.sink,
                    version: Partwise.version,
                    namesClients: true
                )
            case .ndjson: NDJSONReporter(to: report.sink, namesClients: true)
            case .html:
                HTMLReporter(
                    to: report.sink,
                    spool: FileSpool(),
                    rules: .complete,
                    version: Partwise.version,
                    limits: page.limits,
                    namesCaptures: inputs.arguments.count > 1
                )
            }
        var options = try selection.inspectionOptions(
            in: terminal,
            judgedBy: Inspector(.ofForms, severities: try policy.configuration(in: terminal).severities)
        )
        options.redaction = redaction.redaction
        options.readsPages = true
        if format == .html { page.prepare(&options) }
        var reading = InputReading(
            selection.kind,
            options: options,
            selection: selected,
            jobs: jobs.count,
            terminal: terminal
        )
        if format != .text { reading.watchCredentials(contents: format == .html) }
        reading.read(inputs, into: reporter)
        terminal.warn(of: reading.totals.credentials, in: format == .html ? "the page" : "the report")
        return reading.hasFailed ? .unreadable : .fine
    }
}
