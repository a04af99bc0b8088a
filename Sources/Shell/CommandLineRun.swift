package import ArgumentParser
import Bytes
import Inspection
import Repair
import Reporting

/// Runs command lines of an executable: parses them, runs the subcommand, and reports what went wrong.
package struct CommandLineRun {
    private let root: any ParsableCommand.Type
    private let terminal: Terminal

    /// Prepares to run.
    ///
    /// - Parameters:
    ///   - root: the executable's command, with its subcommands.
    ///   - terminal: where the commands write.
    package init(of root: any ParsableCommand.Type, in terminal: Terminal) {
        self.root = root
        self.terminal = terminal
    }

    /// Runs a command line, the executable's name left out.
    package func run(_ arguments: [String]) -> CommandStatus {
        run { try parse(arguments) }
    }

    /// Parses a command line, the executable's name left out; once more with values joined to their options where that
    /// is needed.
    package func parse(_ arguments: [String]) throws -> any ParsableCommand {
        let arguments = RedactionOptions.completing(FormArgument.markingLiterals(arguments))
            .map(CaptureArgument.shieldingDash)
        if let command = parseSubcommand(arguments) { return command }
        do {
            return try root.parseAsRoot(arguments)
        } catch {
            let joined = DashedValues(of: root).joining(arguments)
            guard joined != arguments, root.exitCode(for: error) != .success else { throw error }
            return try root.parseAsRoot(joined)
        }
    }

    /// Parses a command line by the subcommand alone whose name it begins with; `nil` where there is none, help is asked for
    /// or something is wrong: help and messages name the executable too.
    ///
    /// From the executable's command on, the parser lists the arguments of the commands again and again: a seventh of the
    /// instructions of checking a small capture.
    private func parseSubcommand(_ arguments: [String]) -> (any ParsableCommand)? {
        guard let name = arguments.first,
            let subcommand = root.configuration.subcommands.first(where: { $0._commandName == name }),
            let command = try? subcommand.parseAsRoot(Array(arguments.dropFirst()))
        else { return nil }
        // A request for help is a command too.
        return type(of: command) == subcommand ? command : nil
    }

    /// Runs the command that `command` gives, and reports what went wrong.
    package func run(_ command: () throws -> any ParsableCommand) -> CommandStatus {
        defer { terminal.flush() }
        do {
            let command = try command()
            if let command = command as? any LiveCommand {
                return try terminal.detaching { try command.run(in: $0) }
            }
            if let command = command as? any TerminalCommand { return try command.run(in: terminal) }
            var other = command
            try other.run()
            return .fine
        } catch let status as CommandStatus {
            return status
        } catch let failure as CommandFailure {
            terminal.report("\(failure)")
            return failure.status
        } catch let failure as RepairFailure {
            terminal.report("\(failure)")
            return .unreadable
        } catch {
            return answer(error)
        }
    }

    /// Prints what the parser of the command line has to say: help, the version, or what is wrong.
    private func answer(_ error: any Error) -> CommandStatus {
        let isAnswer = root.exitCode(for: error) == .success
        // It quotes the command line, and a file's name may hold control characters.
        let lines = root.fullMessage(for: error, columns: terminal.columns)
            .split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            let text = PrintableText.text(String(line), limit: 4000)
            if isAnswer { terminal.output.line(text) } else { terminal.diagnose(text) }
        }
        return isAnswer ? .fine : .usage
    }
}
