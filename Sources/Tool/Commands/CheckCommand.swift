public import ArgumentParser
import Inspection
import Pipeline
import Reporting

/// `partwise check`: judges every form of the captures.
struct CheckCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Judge every form in captures, or a bare body.",
        discussion: """
            Each kind of finding is told once, with the other places where it occurs; --all tells each as it comes. \
            With --content-type the files are bare bodies, with --request they are raw HTTP requests.
            """
    )

    /// How the report is written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, ndjson, sarif, junit, github, markdown
    }

    @Argument(help: ArgumentHelp("Captures: files, directories, - or CAPTURE#N.", valueName: "capture"))
    var captures: [String]

    @Option(help: "How to write the report: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format = Format.text

    @Option(help: "The least severity that counts for the exit code, and is shown: error, warning or note.")
    var threshold = Severity.error

    @Option(help: ArgumentHelp("The files are bare bodies under this Content-Type.", valueName: "value"))
    var contentType: String?

    @Flag(help: "The files hold one raw HTTP request each, head and all.")
    var request = false

    @Flag(help: "Add the SHA-256 of each part's content to the JSON.")
    var digests = false

    @Flag(help: "Tell every finding, notes included, as it comes.")
    var all = false

    @Option(help: ArgumentHelp("Do not apply this rule; may be repeated.", valueName: "rule"))
    var ruleOff: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Write the report to this file.", valueName: "file"))
    var output: String?

    @OptionGroup(title: "Yardstick")
    var yardstick: YardstickOptions

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    func validate() throws {
        guard contentType == nil || !request else {
            throw ValidationError("--content-type and --request exclude one another.")
        }
        for id in ruleOff where RuleCatalogue.rule(id) == nil {
            throw ValidationError(RuleName.complaint(about: id))
        }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        let report = try ReportOutput(file: output, color: selection.color, terminal: terminal)
        let reporter: any Reporter =
            switch format {
            case .text:
                TextReporter(
                    to: report.sink,
                    style: report.style,
                    threshold: threshold,
                    showsAll: all,
                    showsReceivers: yardstick.receivers
                )
            case .json:
                JSONReporter(
                    to: report.sink,
                    spool: FileSpool(),
                    version: Partwise.version,
                    showsReceivers: yardstick.receivers
                )
            case .ndjson: NDJSONReporter(to: report.sink, showsReceivers: yardstick.receivers)
            case .sarif: SARIFReporter(to: report.sink, version: Partwise.version)
            case .junit: JUnitReporter(to: report.sink, threshold: threshold) { FileSpool() }
            case .github: GitHubReporter(to: report.sink, threshold: threshold)
            case .markdown: MarkdownReporter(to: report.sink, threshold: threshold)
            }
        var options = try selection.inspectionOptions(in: terminal)
        options.wantsDigests = digests
        options.inspector = yardstick.inspector(without: ruleOff)
        var reading = InputReading(kind, options: options, selection: selection.selection, terminal: terminal)
        reading.read(inputs, into: reporter)
        if reading.hasFailed { return .unreadable }
        return reading.totals.hasFindings(atOrAbove: threshold) ? .findings : .fine
    }

    private var kind: InputKind {
        if let contentType { return .body(contentType: contentType) }
        return request ? .request : selection.kind
    }

    private var inputs: InputList {
        contentType == nil && !request ? InputList(captures) : InputList(files: captures)
    }
}

extension Severity: ExpressibleByArgument {}
