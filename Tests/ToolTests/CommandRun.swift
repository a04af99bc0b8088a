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
    ///   - change: sets what is another one in each run.
    /// - Throws: where the line is wrong, or no line of that command.
    init<Command: TerminalCommand>(_ line: [String], changing change: (inout Command) -> Void) throws {
        let key = line.joined(separator: "\u{0}")
        let parsed = try Thread.current.threadDictionary[key] ?? Self.parse(line)
        Thread.current.threadDictionary[key] = parsed
        var command = try #require(parsed as? Command)
        change(&command)
        self.init { terminal in CommandLineRun(of: Partwise.self, in: terminal).run { command } }
    }

    /// Runs `partwise check`; a line with these options is parsed once a thread.
    ///
    /// - Parameters:
    ///   - captures: the captures, whatever their names.
    ///   - options: the options, which name none of the captures.
    /// - Throws: where the options are wrong.
    init(checking captures: [String], _ options: [String] = []) throws {
        try self.init(["check", "CAPTURE"] + options) { (command: inout CheckCommand) in
            command.captures = captures
        }
    }

    private init(_ run: (Terminal) -> CommandStatus) {
        let output = StringSink()
        let diagnostics = StringSink()
        status = run(Terminal(output: output, diagnostics: diagnostics))
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
