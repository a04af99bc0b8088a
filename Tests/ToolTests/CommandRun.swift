import ArgumentParser
import Foundation
import Reporting
import Shell
import Testing

@testable import Tool

/// One run of a command line, in this process.
struct CommandRun {
    /// How it ended.
    let status: CommandStatus
    /// What it wrote to standard output as text.
    let output: String
    /// What it wrote to standard error.
    let diagnostics: String

    /// Runs a command line, the tool's name left out.
    init(_ arguments: [String]) {
        self.init { terminal in Partwise.run(arguments, in: terminal) }
    }

    /// Runs a command line in which other captures and files stand than when it was parsed.
    ///
    /// In a debug build ArgumentParser checks the declarations of every command each time that it parses a line, which
    /// costs more than reading most captures does: each line is parsed once a thread.
    ///
    /// - Parameters:
    ///   - line: a command line, the tool's name left out.
    ///   - directory: the working directory; `nil` for none.
    ///   - change: sets what is another one in each run.
    /// - Throws: where the line is wrong, or no line of that command.
    init<Command: TerminalCommand>(
        _ line: [String],
        in directory: String? = nil,
        changing change: (inout Command) -> Void
    ) throws {
        try self.init(line, in: directory) { parsed in
            var command = try #require(parsed as? Command)
            change(&command)
            return command
        }
    }

    /// Runs a command line of any command, changed after it was parsed.
    ///
    /// - Parameters:
    ///   - line: a command line, the tool's name left out.
    ///   - directory: the working directory; `nil` for none.
    ///   - change: makes what is run of the parsed command.
    /// - Throws: where the line is wrong.
    init(
        _ line: [String],
        in directory: String? = nil,
        _ change: (any ParsableCommand) throws -> any ParsableCommand
    ) throws {
        let key = line.joined(separator: "\u{0}")
        let parsed = try Thread.current.threadDictionary[key] ?? Self.parse(line)
        Thread.current.threadDictionary[key] = parsed
        let command = try change(try #require(parsed as? any ParsableCommand))
        self.init(in: directory) { terminal in
            CommandLineRun(of: Partwise.self, in: terminal).run { command }
        }
    }

    /// Runs `partwise check`; a line with these options is parsed once a thread.
    ///
    /// - Parameters:
    ///   - captures: the captures, whatever their names.
    ///   - options: the options, which name none of the captures.
    ///   - directory: the working directory, in which a configuration is looked for; `nil` for none.
    /// - Throws: where the options are wrong.
    init(checking captures: [String], _ options: [String] = [], in directory: String? = nil) throws {
        try self.init(["check", "CAPTURE"] + options, in: directory) { (command: inout CheckCommand) in
            command.captures = captures
        }
    }

    private init(in directory: String? = nil, _ run: (Terminal) -> CommandStatus) {
        let output = StringSink()
        let diagnostics = StringSink()
        var terminal = Terminal(output: output, diagnostics: diagnostics)
        terminal.directory = directory
        status = run(terminal)
        self.output = output.text
        self.diagnostics = diagnostics.text
    }

    private static func parse(_ line: [String]) throws -> any ParsableCommand {
        let terminal = Terminal(output: StringSink(), diagnostics: StringSink())
        return try CommandLineRun(of: Partwise.self, in: terminal).parse(line)
    }

    /// The tool that was built with the tests; `nil` where it is not found.
    static let tool: String? = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
        let folder = bundle.map { $0.split(separator: "/", omittingEmptySubsequences: false) }
            .flatMap { pieces in pieces.firstIndex { $0.hasSuffix(".xctest") }.map { pieces[..<$0] } }
        let path = folder.map { $0.joined(separator: "/") + "/partwise" } ?? ""
        // Lines of the shell may run in another folder than the tests.
        return FileManager.default.isExecutableFile(atPath: path) ? URL(fileURLWithPath: path).path : nil
    }()

    /// Runs a line of the shell in which `partwise` is the tool: its exit code.
    static func shell(_ line: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "partwise() { '\(tool ?? "")' \"$@\"; }; \(line)"]
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
