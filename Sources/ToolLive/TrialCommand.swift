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

/// `partwise trial`: asks clients to send forms, and judges what arrives.
struct TrialCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "trial",
        abstract: "Ask a client to send forms, and judge what arrives: conformance of encoders.",
        discussion: """
            --driver runs a command once a case, with two arguments more: the URL to which the form goes, and the path of \
            a JSON file that describes it, beside which its files stand. The command ends with 0 where the upload was \
            answered by 2xx, with 69 where the client cannot do what the case needs, with another code where it failed. \
            Captures/drivers has drivers for many clients, and says more.

            Outcomes: pass, non-strict (right, and written in another way than browsers do), informational (the \
            specifications leave it free), unsupported, refused (as a client may), fail. The exit code is 1 where a case \
            fails; with --strict, where one is non-strict too.

            Examples:
              partwise trial --list
              partwise trial --driver 'python3 my_driver.py' --case 'filename/*'
              partwise trial --driver ./driver.sh --client mine --format json -o mine.json
              partwise trial --join mine.json --join others.json --format html -o matrix.html
              partwise trial --serve --listen 127.0.0.1:8080 --format html -o matrix.html
            """
    )

    /// How results are written.
    enum Format: String, NamedChoice {
        case text, json, junit, markdown, html
    }

    @Option(help: ArgumentHelp("Run this command for each case; may be repeated.", valueName: "command"))
    var driver: [String] = []

    @Option(
        help: ArgumentHelp(
            "The name of the client in reports, for each driver in order; its file's name if not given.",
            valueName: "name"
        )
    )
    var client: [String] = []

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp("Run only these cases; may be repeated.", valueName: "glob")
    )
    var cases: [String] = []

    @Option(help: ArgumentHelp("Do not run these cases; may be repeated.", valueName: "glob"))
    var exclude: [String] = []

    @Flag(help: "List the cases, and run none.")
    var list = false

    @Flag(help: "Let what is non-strict fail.")
    var strict = false

    @Flag(help: "List the cases over HTTP, for a browser or a client that fetches them, until Ctrl-C.")
    var serve = false

    @Option(help: ArgumentHelp("The address to serve at.", valueName: "host:port"))
    var listen = ListenAddress(loopbackPort: 8080)

    @Flag(help: "Serve at an address that other machines reach: for a phone.")
    var allowRemote = false

    @Option(help: ArgumentHelp("Run so many cases at once.", valueName: "number"))
    var jobs = 4

    @Option(
        help: ArgumentHelp(
            "Add the results of an earlier run, written with --format json; a client that runs again replaces its own. "
                + "May be repeated.",
            valueName: "file"
        )
    )
    var join: [String] = []

    @Option(help: "How to write the results: text, json, junit, markdown, html.")
    var format = Format.text

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write the results to this file; the text goes on to the terminal.",
            valueName: "file"
        )
    )
    var output: String?

    func validate() throws {
        guard list || serve || !driver.isEmpty || !join.isEmpty else {
            throw ValidationError("Name a command with --driver, reports with --join, or --serve.")
        }
        guard !serve || driver.isEmpty else { throw ValidationError("--serve and --driver are two ways.") }
        try listen.checkPort(of: "--listen")
        guard listen.isLoopback || allowRemote else {
            throw ValidationError("\(listen.reach): --allow-remote allows that.")
        }
        guard client.count <= driver.count else {
            throw ValidationError("There is a --client without a --driver.")
        }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64.") }
        for glob in cases + exclude where !TrialCase.all.contains(where: { Glob(glob).matches($0.id) }) {
            throw ValidationError("No case is named '\(glob)': --list shows all.")
        }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        let trials = selected
        guard !trials.isEmpty else { throw CommandFailure.usage("no case is left to run") }
        if list { return show(trials, in: terminal) }
        var matrix = try joined()
        if serve {
            matrix = try served(trials.filter { !$0.shrinks }, matrix, in: terminal)
        } else if !driver.isEmpty {
            matrix = try tried(trials, matrix, in: terminal)
        }
        try write(matrix, in: terminal)
        let isFailed = matrix.rows.contains { row in
            row.results.contains { $0.outcome.isFailure(isStrict: strict) }
        }
        return isFailed ? .findings : .fine
    }

    /// The cases to run: those that take long only where they are named.
    private var selected: [TrialCase] {
        TrialCase.all.filter { trial in
            let isNamed = cases.contains { Glob($0).matches(trial.id) }
            let isExcluded = exclude.contains { Glob($0).matches(trial.id) }
            return !isExcluded && (cases.isEmpty ? !trial.isOptional || list : isNamed)
        }
    }

    private func show(_ trials: [TrialCase], in terminal: Terminal) -> CommandStatus {
        let idWidth = (trials.map(\.id.columns).max() ?? 0) + 2
        let clauseWidth = (trials.map(\.clause.columns).max() ?? 0) + 2
        for trial in trials {
            let remark = trial.isOptional ? " (only where it is named)" : ""
            terminal.output.line(
                trial.id.padded(to: idWidth) + trial.clause.padded(to: clauseWidth) + trial.purpose + remark
            )
        }
        return .fine
    }

    // MARK: Reports

    private func joined() throws -> TrialMatrix {
        var matrix = TrialMatrix()
        for path in join {
            guard let data = FileManager.default.contents(atPath: path) else {
                let isThere = FileManager.default.fileExists(atPath: path)
                let reason = isThere ? "cannot be read" : "no such file or directory"
                throw CommandFailure.unreadable("\(path): \(reason)")
            }
            do {
                matrix.add(try TrialMatrix(json: data))
            } catch {
                throw CommandFailure.unreadable("\(path): \(error)")
            }
        }
        return matrix
    }

    private func write(_ matrix: TrialMatrix, in terminal: Terminal) throws {
        // The text of what ran was written while it ran.
        if format == .text, output == nil, join.isEmpty || serve { return }
        let destination = try ReportOutput(file: output, color: .auto, terminal: terminal)
        switch format {
        case .text: TrialText(to: destination.sink, destination.style).matrix(matrix)
        case .json: destination.sink.line(matrix.json)
        case .junit: destination.sink.write(TrialJUnit.text(matrix, isStrict: strict))
        case .markdown: destination.sink.write(TrialMarkdown.text(matrix))
        case .html: destination.sink.write(TrialPage.text(matrix))
        }
        destination.sink.flush()
    }
}
