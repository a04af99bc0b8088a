import ArgumentParser
import Bytes
import Inspection
import Policy
import Reporting
import Shell
import Trials

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `partwise probe`: sends the lab's bodies to a server, and shows what it reads in each.
struct ProbeCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Send a server form bodies with one peculiarity each, and show what it reads in them.",
        discussion: """
            The server says what it read by an adapter: a page of a few lines that --adapter prints for many frameworks, \
            and that answers [[name, filename, length, sha256], …]. A page of its own that answers in JSON will do too: \
            with --expect-json form, the object at "form" holds the fields by their names. Otherwise only the status is \
            known.

            It tells apart: reads as meant (=), loses a field or a file in silence (−), reads other names or contents \
            (≠), finds no field and answers with 2xx (∅), refuses (✗), closes without an answer (⊘), hangs (∞), and \
            answers without saying what it read (?).

            --field NAME=VALUE puts a field that the server needs, such as a token against forged requests, into a part \
            before the others; bodies that do not begin with a delimiter on a line of its own are then left out.

            The exit code is 0 where all bodies were sent, 3 where the server was not reached or not to the end; with \
            --compare, 1 where two reports differ.

            Examples:
              partwise probe --adapter flask > app.py
              partwise probe http://127.0.0.1:5000/ --format html -o flask.html
              partwise probe http://127.0.0.1:8000/upload --field csrf=123 -H 'Cookie: csrf=123'
              partwise probe http://127.0.0.1:8080/post --expect-json form --expect-json files
              partwise probe --compare old.json new.json
              partwise probe --grid Receivers/grid.json --format html -o Receivers.html
            """
    )

    /// How results are written.
    enum Format: String, NamedChoice {
        case text, json, markdown, html
    }

    @Argument(help: ArgumentHelp("Where to send the bodies: http or https.", valueName: "url"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "Print the page to paste into this framework: \(LabAdapter.names).",
            valueName: "name"
        )
    )
    var adapter: String?

    @Flag(help: "List the bodies, and send none.")
    var list = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Show the bodies that two reports in JSON read differently.", valueName: "file")
    )
    var compare: [String] = []

    @Option(
        help: ArgumentHelp(
            "Show the receivers of this grid; with a URL, compare the server with them.",
            valueName: "file"
        )
    )
    var grid: String?

    @Option(help: ArgumentHelp("Send only bodies of this id or group; may be repeated.", valueName: "glob"))
    var filter: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where in the JSON of an answer the fields stand, such as form.data; may be repeated.",
            valueName: "path"
        )
    )
    var expectJson: [String] = []

    @Option(help: ArgumentHelp("Send this field in each form too.", valueName: "name=value"))
    var field: ProbeField?

    @Option(
        name: [.customShort("H", allowingJoined: true), .customLong("header")],
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Add a header field; may be repeated.", valueName: "name: value")
    )
    var header: [String] = []

    @Option(help: ArgumentHelp("Send so many bodies at once.", valueName: "number"))
    var jobs = 1

    @Option(help: ArgumentHelp("Begin at most so many a second.", valueName: "number"))
    var rate: Double?

    @Option(help: ArgumentHelp("Wait so long for each answer and its end.", valueName: "seconds"))
    var timeout = 10

    @OptionGroup
    var trust: TrustOptions

    @Flag(help: "Send to a public address too: bodies may crash or stop a server.")
    var iOwnThisServer = false

    @Option(help: ArgumentHelp("What reports call the server.", valueName: "text"))
    var label: String?

    @Option(help: ArgumentHelp("Record what is sent and received to this pcapng file.", valueName: "file"))
    var record: String?

    @Option(help: "How to write the results: text, json, markdown, html.")
    var format = Format.text

    @Option(name: .shortAndLong, help: ArgumentHelp("Write the results to this file.", valueName: "file"))
    var output: String?

    func validate() throws {
        let ways = [url != nil, adapter != nil, list, !compare.isEmpty, url == nil && grid != nil]
        guard ways.count(where: { $0 }) == 1 else {
            throw ValidationError("Name a URL, or one of --adapter, --list, --compare and --grid.")
        }
        guard compare.isEmpty || compare.count == 2 else {
            throw ValidationError("--compare takes two reports.")
        }
        guard adapter.map({ LabAdapter.named($0) != nil }) ?? true else {
            throw ValidationError("There is no adapter '\(adapter ?? "")': \(LabAdapter.names).")
        }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64.") }
        guard rate.map({ (0.01...10_000).contains($0) }) ?? true else {
            throw ValidationError("--rate takes 0.01 to 10000.")
        }
        guard (1...3600).contains(timeout) else {
            throw ValidationError("--timeout takes 1 to 3600 seconds.")
        }
        for path in expectJson where JSONPath(path) == nil {
            throw ValidationError(
                "--expect-json takes keys with dots between, such as form.data, not '\(path)'."
            )
        }
        for line in header {
            guard SendCommand.isField(line) else {
                throw ValidationError("--header takes a field such as 'X-Trace: 1', not '\(line)'.")
            }
            let name = SendCommand.field(line).name
            guard !ProbeRequest.reserved.contains(name.lowercased()) else {
                throw ValidationError("--header cannot set \(name), which belongs to the body.")
            }
        }
        for glob in filter where selected([glob]).isEmpty {
            throw ValidationError("No body and no group is named '\(glob)': --list shows all.")
        }
    }

    /// The fields that go into each head.
    var fields: [(name: String, value: String)] { header.map(SendCommand.field) }

    /// How answers say what was read.
    var reading: ProbeReading {
        expectJson.isEmpty ? .echo : .json(expectJson.compactMap { JSONPath($0) })
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        if let adapter = adapter.flatMap({ LabAdapter.named($0) }) {
            terminal.output.write(adapter.text)
            return .fine
        }
        if list { return show(selected(filter), in: terminal) }
        if !compare.isEmpty { return try showComparison(in: terminal) }
        guard let url else { return try showGrid(in: terminal) }
        return try probe(url, in: terminal)
    }

    private func selected(_ globs: [String]) -> [LabBody] {
        guard !globs.isEmpty else { return LabBody.all }
        return LabBody.all.filter { body in
            globs.contains { Glob($0).matches(body.id) || Glob($0).matches(body.group) }
        }
    }

    private func show(_ bodies: [LabBody], in terminal: Terminal) -> CommandStatus {
        let width = (bodies.map(\.id.columns).max() ?? 0) + 2
        var group = ""
        for body in bodies {
            if body.group != group { terminal.output.line(body.group) }
            group = body.group
            let rule = body.rule.map { " (\($0))" } ?? ""
            terminal.output.line("  " + body.id.padded(to: width) + body.purpose + rule)
        }
        return .fine
    }

    private func probe(_ url: String, in terminal: Terminal) throws -> CommandStatus {
        let grid = try grid.map { try Self.grid(at: $0) }
        let bodies = selected(filter)
        let run = try ProbeRun(self, url, bodies)
        run.announce(leavingOut: bodies, in: terminal)
        terminal.flush()
        let (report, failure) = try run.report(in: terminal)
        if !report.results.isEmpty { try write(report, grid, in: terminal) }
        guard let failure else { return .fine }
        throw CommandFailure.unreadable(failure)
    }
}
