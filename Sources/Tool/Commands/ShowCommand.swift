import ArgumentParser
import Inspection
import InspectionRules
import Pipeline
import Policy
import Reporting
import Shell

/// `partwise show`: one exchange in full.
struct ShowCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one exchange whole: head, parts, findings, every byte accounted for.",
        discussion: """
            Examples:
              partwise show app.pcap#3
              partwise show session.chls#3 --hex --part 2
            """
    )

    @Argument(
        help: ArgumentHelp(
            "CAPTURE#N; of a capture with one upload, CAPTURE is enough.",
            valueName: "capture"
        )
    )
    var capture: String

    @Flag(help: "Show the bytes of the body, each range with what it is.")
    var hex = false

    @Option(help: ArgumentHelp("Only this part, with all its bytes.", valueName: "number"))
    var part: Int?

    @Flag(help: "With --hex: do not shorten long contents.")
    var full = false

    @OptionGroup(title: "Policy")
    var policy: ConfigurationOptions

    @OptionGroup(title: "Redaction")
    var redaction: RedactionOptions

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    func validate() throws {
        if let part, part < 1 { throw ValidationError("Parts are numbered from 1.") }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        let selected = try selection.selection(in: terminal)
        let report = try ReportOutput(color: selection.color, terminal: terminal)
        var options = try selection.inspectionOptions(
            in: terminal,
            judgedBy: Inspector(.ofForms, severities: try policy.configuration(in: terminal).severities)
        )
        let reference = UploadReference(selection.kind, selection: selected, options: options)
        let argument = try reference.resolve(
            CaptureArgument(validating: capture),
            severalAllowed: true
        )
        options.redaction = redaction.redaction
        options.readsPages = true
        options.keepsBodies = hex || part != nil
        options.keptExchanges = argument.exchanges?.set
        let reporter = ShowReporter(
            to: report.sink,
            style: report.style,
            detail: ShowReporter.Detail(hasHex: hex, part: part, isFull: full)
        )
        var reading = InputReading(
            selection.kind,
            options: options,
            selection: selected,
            terminal: terminal
        )
        reading.read(InputList(argument), into: reporter)
        for lack in reporter.lacks { terminal.report(lack) }
        return reading.hasFailed || !reporter.lacks.isEmpty ? .unreadable : .fine
    }
}
