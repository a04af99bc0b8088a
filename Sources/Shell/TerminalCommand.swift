package import ArgumentParser

/// A subcommand: it writes to the terminal that it is given, and says how it went.
package protocol TerminalCommand: ParsableCommand {
    /// Runs the command.
    func run(in terminal: Terminal) throws -> CommandStatus
}

/// A command that captures or serves until it is ended: it goes on while what it prints is not read.
package protocol LiveCommand: TerminalCommand {}
