import ArgumentParser
import Bytes
import Reporting

/// The command: its subcommands, its version.
@main
struct Partwise: ParsableCommand {
    /// The version of the tool, as reports have it.
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "partwise",
        abstract:
            "Reads captured HTTP traffic, rebuilds the requests, and judges every form upload byte by byte.",
        discussion: """
            CAPTURE is a path to a pcap or pcapng file (gzip may be left on), a raw HTTP request, a directory of \
            such files, or - for standard input. CAPTURE#N names exchange N of it, CAPTURE#N,M-P several.

            Exit codes: 0 nothing at or above the threshold; 1 findings at or above it, or differences; \
            2 the command line is wrong; 3 an input could not be read.
            """,
        version: version,
        subcommands: [
            InspectCommand.self, CheckCommand.self, ShowCommand.self, DiffCommand.self, ExtractCommand.self,
            ConvertCommand.self, EncodeCommand.self, RepairCommand.self, ContractCommand.self,
            ClientsCommand.self, RulesCommand.self, ExplainCommand.self,
        ]
    )

    static func main() {
        CommandStatus.exit(run(Array(CommandLine.arguments.dropFirst()), in: .standard()))
    }

    /// Runs a command line, the tool's name left out.
    static func run(_ arguments: [String], in terminal: Terminal) -> CommandStatus {
        defer { terminal.flush() }
        do {
            let arguments = RedactionOptions.completing(FormArgument.markingLiterals(arguments))
                .map(CaptureArgument.shieldingDash)
            let command = try parseAsRoot(arguments)
            if let command = command as? any TerminalCommand { return try command.run(in: terminal) }
            var other = command
            try other.run()
            return .fine
        } catch let status as CommandStatus {
            return status
        } catch let failure as CommandFailure {
            terminal.report("\(failure)")
            return failure.status
        } catch {
            let isAnswer = exitCode(for: error) == .success
            let sink = isAnswer ? terminal.output : terminal.diagnostics
            // It quotes the command line, and a file's name may be somebody else's.
            let lines = fullMessage(for: error, columns: terminal.columns)
                .split(separator: "\n", omittingEmptySubsequences: false)
            for line in lines { sink.line(PrintableText.text(String(line), limit: 4000)) }
            return isAnswer ? .fine : .usage
        }
    }
}

/// A subcommand: it writes to the terminal that it is given, and says how it went.
protocol TerminalCommand: ParsableCommand {
    /// Runs the command.
    func run(in terminal: Terminal) throws -> CommandStatus
}
