#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The exit status of the process.
package enum CommandStatus: Int32, Error, Sendable {
    /// No finding at or above the threshold.
    case fine = 0
    /// Findings at or above the threshold, or differences.
    case findings = 1
    /// The command line is wrong.
    case usage = 2
    /// An input could not be read, or not beyond some damage, or the output could not be written.
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

/// Why a command failed: a one-line message, and the exit status.
package struct CommandFailure: Error, CustomStringConvertible {
    /// The exit status.
    package var status: CommandStatus
    /// The message.
    package var description: String

    /// The command line is wrong.
    package static func usage(_ description: String) -> CommandFailure {
        CommandFailure(status: .usage, description: description)
    }

    /// What was read does not allow what was asked for.
    package static func refused(_ description: String) -> CommandFailure {
        CommandFailure(status: .findings, description: description)
    }

    /// An input could not be read, or the output could not be written.
    package static func unreadable(_ description: String) -> CommandFailure {
        CommandFailure(status: .unreadable, description: description)
    }
}
