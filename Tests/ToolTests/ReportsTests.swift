import Inspection
import Reporting
import Shell
import TestSupport
import Testing

@testable import Tool

/// The golden reports: what the tool says of each capture in `Captures/`, kept in `Reports/` under the same name.
///
/// `RECORD=1 swift test --filter ReportsTests` writes what changed, and fails, so that a person reads it.
struct ReportsTests {
    @Test(arguments: CaptureFolder.captures)
    func `the findings of a capture are those of its golden report`(_ capture: CaptureFile) throws {
        let text = try report(of: capture, "--threshold", "note")
        Snapshot.expect(text, matches: "Reports/\(capture.stem).txt")
    }

    @Test(arguments: CaptureFolder.captures)
    func `the JSON of a capture is that of its golden report`(_ capture: CaptureFile) throws {
        let text = try report(of: capture, "--format", "json", "--digests")
        Snapshot.expect(text, matches: "Reports/\(capture.stem).json")
    }

    @Test func `the list of rules is the one in the catalogue`() {
        Snapshot.expect(report("rules", "--format", "markdown"), matches: "Reports/Rules.md")
    }

    @Test(arguments: [("markdown", "Clients.md"), ("html", "Clients.html")])
    func `the recorded clients and their habits are those of the captures`(_ format: String, _ name: String) {
        let text = report("clients", "--from", Checkout.path("Captures"), "--format", format)
        Snapshot.expect(text, matches: "Reports/\(name)")
    }

    /// What `partwise check` writes of a capture.
    private func report(of capture: CaptureFile, _ options: String...) throws -> String {
        let run = try CommandRun(["check", "CAPTURE"] + options) { (command: inout CheckCommand) in
            command.captures = [capture.path]
        }
        return run.output.replacing(Checkout.root + "/", with: "")
    }

    /// What a command writes, with paths as they are from the project's folder.
    private func report(_ arguments: String...) -> String {
        CommandRun(arguments).output.replacing(Checkout.root + "/", with: "")
    }
}
