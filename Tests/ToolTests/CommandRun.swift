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
        let output = StringSink()
        let diagnostics = StringSink()
        status = Partwise.run(arguments, in: Terminal(output: output, diagnostics: diagnostics))
        self.output = output.text
        self.diagnostics = diagnostics.text
    }

    /// The tool that was built with the tests; `nil` where it is not found.
    static let tool: String? = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
        let folder = bundle.map { $0.split(separator: "/", omittingEmptySubsequences: false) }
            .flatMap { pieces in pieces.firstIndex { $0.hasSuffix(".xctest") }.map { pieces[..<$0] } }
        let path = folder.map { $0.joined(separator: "/") + "/partwise" } ?? ""
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
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
