import ArgumentParser
import Shell

/// The command with the subcommands that open sockets.
@main
struct PartwiseLive: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "partwise",
        abstract: "Receives and sends form uploads, and judges them byte by byte as they pass.",
        version: ProductVersion.current,
        subcommands: [
            ProbeCommand.self, ProxyCommand.self, ReplayCommand.self, SendCommand.self, SinkCommand.self,
            TrialCommand.self,
        ]
    )

    static func main() {
        CommandStatus.exit(run(ProcessArguments.current, in: .standard()))
    }

    /// Runs a command line, without the tool's name.
    static func run(_ arguments: [String], in terminal: Terminal) -> CommandStatus {
        CommandLineRun(of: self, in: terminal).run(arguments)
    }
}
