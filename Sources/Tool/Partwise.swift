import ArgumentParser
import Shell

/// The command with its subcommands and version.
@main
struct Partwise: ParsableCommand {
    /// The version of the tool, as in reports.
    static let version = ProductVersion.current

    static let configuration = CommandConfiguration(
        commandName: "partwise",
        abstract:
            "Reads captured HTTP traffic, rebuilds the requests, and judges every form upload byte by byte.",
        discussion: """
            CAPTURE is a pcap or pcapng file, a Charles session (.chls, .chlz, .chlsj, .chlsx), a HAR file, a \
            mitmproxy flow file, a Fiddler archive (.saz), Burp items (XML), a curl trace (--trace, --trace-ascii), a \
            raw HTTP request, any of these compressed with gzip, a directory of them, or - for standard input. CAPTURE#N \
            is exchange N of a capture, CAPTURE#N,M-P several.

            Commands that open sockets are those of partwise-live, to which partwise hands over: \
            \(LiveTool.commands.map(\.name).joined(separator: ", ")).

            Exit codes: 0 nothing at or above the threshold; 1 findings at or above it, or differences; \
            2 the command line is wrong; 3 an input could not be read, or not beyond some damage (commands \
            on one exchange tell the damage, and go on).
            """,
        version: version,
        subcommands: [
            InspectCommand.self, CheckCommand.self, ShowCommand.self, DiffCommand.self, ExtractCommand.self,
            ConvertCommand.self, EncodeCommand.self, RepairCommand.self, FormsCommand.self,
            ContractCommand.self,
            ClientsCommand.self, RulesCommand.self, ExplainCommand.self, RecordCommand.self,
        ]
    )

    static func main() {
        let arguments = ProcessArguments.current
        let terminal = Terminal.standard()
        do {
            try LiveTool.takeOver(arguments)
        } catch {
            terminal.report("\(error)")
            CommandStatus.exit(.unreadable)
        }
        CommandStatus.exit(run(arguments, in: terminal))
    }

    /// Runs a command line, without the tool's name.
    static func run(_ arguments: [String], in terminal: Terminal) -> CommandStatus {
        CommandLineRun(of: self, in: terminal).run(arguments)
    }
}
