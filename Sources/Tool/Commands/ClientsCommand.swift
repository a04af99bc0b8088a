import ArgumentParser
import Inspection
import InspectionRules
import Pipeline
import Profiles
import Reporting
import Shell

/// `partwise clients`: lists the known clients, or the habits of clients in captures.
struct ClientsCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients",
        abstract: "List the clients that are recognised by their habits, or describe the habits of one.",
        discussion: """
            `inspect` and `show` use these habits to recognise which software wrote a form. With --from, the habits are \
            read from captures instead, and shown side by side for each client in them, those of clients \
            that are not known too.

            Examples:
              partwise clients curl
              partwise clients --from curl.pcap app.pcap
            """
    )

    /// The output format.
    enum Format: String, NamedChoice {
        case text, json, markdown, html
    }

    @Argument(help: ArgumentHelp("A client, such as curl; without it, all are listed.", valueName: "client"))
    var name: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Show the habits that these captures record, side by side.", valueName: "capture")
    )
    var from: [String] = []

    @Option(help: "How to write them; html needs --from.")
    var format = Format.text

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    @OptionGroup
    var jobs: JobOptions

    func validate() throws {
        if name != nil, !from.isEmpty { throw ValidationError("Name a client or captures, not both.") }
        if format == .html, from.isEmpty {
            throw ValidationError("--format html needs captures: --from CAPTURE.")
        }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        let report = try ReportOutput(color: selection.color, terminal: terminal)
        guard from.isEmpty else { return try lay(report, terminal) }
        var profiles = ClientCatalogue.all
        if let name {
            guard let profile = ClientCatalogue.client(name) else {
                throw CommandFailure.usage(complaint(about: name))
            }
            if format == .text {
                ClientList.write(profile, style: report.style, to: report.sink)
                return .fine
            }
            profiles = [profile]
        }
        switch format {
        case .text, .html: ClientList.write(style: report.style, to: report.sink)
        case .json: ClientList.writeJSON(profiles, to: report.sink)
        case .markdown: ClientList.writeMarkdown(profiles, to: report.sink)
        }
        return .fine
    }

    /// Reads the captures and writes the habits in them.
    private func lay(_ report: ReportOutput, _ terminal: Terminal) throws -> CommandStatus {
        let selected = try selection.selection(in: terminal)
        let options = try selection.inspectionOptions(
            in: terminal,
            judgedBy: Inspector(rules: [], of: .ofForms)
        )
        let matrix = ClientMatrixReporter(
            to: report.sink,
            style: report.style,
            format: ClientMatrixReporter.Format(rawValue: format.rawValue) ?? .text
        )
        var reading = InputReading(
            selection.kind,
            options: options,
            selection: selected,
            jobs: jobs.count,
            terminal: terminal
        )
        reading.read(try InputList(from), into: matrix)
        return reading.hasFailed ? .unreadable : .fine
    }

    private func complaint(about id: String) -> String {
        guard let near = NearestName.of(id, among: ClientCatalogue.all.map(\.id)) else {
            return "there is no client '\(id)': partwise clients lists all"
        }
        return "there is no client '\(id)'; did you mean \(near)?"
    }
}
