#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How a run ended, as scripts see it.
package enum CommandStatus: Int32, Error, Sendable {
    /// Nothing at or above the threshold.
    case fine = 0
    /// Findings at or above the threshold, or differences.
    case findings = 1
    /// The command line is wrong.
    case usage = 2
    /// An input could not be read, or the output not be written.
    case unreadable = 3

    /// Ends the process.
    package static func exit(_ status: CommandStatus) -> Never {
        #if canImport(Glibc)
            Glibc.exit(status.rawValue)
        #elseif canImport(Darwin)
            Darwin.exit(status.rawValue)
        #endif
    }
}

/// Why a command cannot do what it was asked: one line, and how the process ends.
package struct CommandFailure: Error, CustomStringConvertible {
    /// How the process ends.
    package var status: CommandStatus
    /// The line.
    package var description: String

    /// The command line is wrong.
    package static func usage(_ description: String) -> CommandFailure {
        CommandFailure(status: .usage, description: description)
    }

    /// An input could not be read, or the output not be written.
    package static func unreadable(_ description: String) -> CommandFailure {
        CommandFailure(status: .unreadable, description: description)
    }
}
