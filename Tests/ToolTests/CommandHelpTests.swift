import Shell
import Testing

@testable import Tool

/// What a command line says of itself: help, the version, and what is wrong with it.
struct CommandHelpTests {
    @Test func `help and version are answers`() {
        #expect(CommandRun(["--version"]).output == "\(Partwise.version)\n")
        #expect(CommandRun(["--help"]).status == .fine)
    }

    @Test(arguments: [["check", "--help"], ["help", "check"], ["check", "-h", "capture.pcap"]])
    func `the help of a command names the executable`(_ line: [String]) {
        let help = CommandRun(line)
        #expect(help.status == .fine)
        #expect(help.output.contains("USAGE: partwise check "))
        #expect(help.output.contains("--threshold"))
    }

    @Test func `what is wrong with the line of a command names the executable`() {
        let wrong = CommandRun(["check", "--no-such-option"])
        #expect(wrong.status == .usage)
        #expect(wrong.diagnostics.contains("Usage: partwise check "))
    }

    @Test func `a command has the version of the executable`() {
        let version = CommandRun(["check", "--version"])
        #expect(version.status == .fine)
        #expect(version.output == CommandRun(["--version"]).output)
    }
}
