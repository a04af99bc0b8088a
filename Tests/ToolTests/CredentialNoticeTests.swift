import Foundation
import Shell
import TestSupport
import Testing

@testable import Tool

/// What `--redact` takes, and when a report says that it should be used.
struct CredentialNoticeTests {
    private let text =
        "POST /a?token=abc HTTP/1.1\r\nHost: up.test\r\nAuthorization: Bearer hunter2\r\nContent-Length: 0\r\n\r\n"

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.write(Array(text.utf8), to: "in.http")
    }

    @Test(arguments: ["password", "parts", "part=a", "fields=", "fields=content-type", ""])
    func `what --redact cannot parse is a wrong command line, and nothing is written`(value: String) {
        let output = folder.path + "/out.har"
        for arguments in [
            ["convert", path, "-o", output], ["check", path, "--format", "json", "-o", output],
        ] {
            let run = CommandRun(arguments + ["--redact", value])
            #expect(run.status == .usage)
            #expect(run.output.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: output))
        }
    }

    @Test func `--redact may stand alone before a capture, an option and the end`() {
        for arguments in [["--redact", path], [path, "--redact"], ["--redact", "--all", path]] {
            let run = CommandRun(["check", "--format", "json"] + arguments)
            #expect(run.status == .fine)
            #expect(!run.output.contains("hunter2"))
            #expect(run.diagnostics.contains("nothing was judged"))
            #expect(!run.diagnostics.contains("carries credentials"))
        }
    }

    @Test(arguments: ["json", "ndjson", "html"])
    func `a report with credentials says so once, with the option that hides them`(format: String) {
        for command in ["check", "inspect"] {
            let run = CommandRun([command, path, path, "--format", format])
            let notices = run.diagnostics.split(separator: "\n").filter { $0.contains("carries credentials") }
            #expect(notices.count == 1)
            #expect(
                notices.first?.hasSuffix(
                    "carries credentials of 2 exchanges (authorization, the URL): --redact hides them"
                ) == true
            )
        }
    }

    @Test func `a converted capture with credentials says so too, and text does not`() {
        let output = folder.path + "/out.har"
        let run = CommandRun(["convert", path, "-o", output])
        #expect(run.diagnostics.contains("\(output) carries credentials of 1 exchange"))
        #expect(!CommandRun(["check", path]).diagnostics.contains("credentials"))
    }

    @Test func `a part that is named like a credential counts where contents are shown`() {
        let path = Checkout.path("Captures/faulty/cl-short.pcapng")
        #expect(CommandRun(["check", path, "--format", "html"]).diagnostics.contains("(part userhash)"))
        #expect(!CommandRun(["check", path, "--format", "json"]).diagnostics.contains("credentials"))
    }
}
