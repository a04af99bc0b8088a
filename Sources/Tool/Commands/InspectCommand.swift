import ArgumentParser
import Inspection
import Pipeline
import Policy
import Reporting

/// `partwise inspect`: lists the exchanges of captures.
struct InspectCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "List the exchanges of captures, one a row, with a verdict on each form."
    )

    /// How the list is written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, ndjson
    }

    @Argument(help: ArgumentHelp("Captures: files, directories, - or CAPTURE#N.", valueName: "capture"))
    var captures: [String]

    @Option(help: "How to write the list: text, json or ndjson.")
    var format = Format.text

    @OptionGroup(title: "What the team demands")
    var policy: ConfigurationOptions

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    func run(in terminal: Terminal) throws -> CommandStatus {
        let report = try ReportOutput(color: selection.color, terminal: terminal)
        let inputs = InputList(captures)
        let reporter: any Reporter =
            switch format {
            case .text:
                TableReporter(to: report.sink, style: report.style, headsCaptures: inputs.arguments.count > 1)
            case .json:
                JSONReporter(
                    to: report.sink,
                    spool: FileSpool(),
                    version: Partwise.version,
                    namesClients: true
                )
            case .ndjson: NDJSONReporter(to: report.sink, namesClients: true)
            }
        var options = try selection.inspectionOptions(in: terminal)
        options.inspector = Inspector(severities: try policy.configuration(in: terminal).severities)
        var reading = InputReading(
            selection.kind,
            options: options,
            selection: selection.selection,
            terminal: terminal
        )
        reading.read(inputs, into: reporter)
        return reading.hasFailed ? .unreadable : .fine
    }
}
