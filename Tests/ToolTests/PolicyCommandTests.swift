import Foundation
import Inspection
import InspectionRules
import LoggedErrors
import Policy
import Reporting
import Shell
import TestSupport
import Testing

@testable import Tool

/// Configurations, contracts, baselines and servers' errors, as command lines name them.
struct PolicyCommandTests {
    private struct Run {
        var status: CommandStatus
        var output: String
        var diagnostics: String
    }

    private let plain = Checkout.path("Captures/curl/plain.pcap")
    private let short = Checkout.path("Captures/faulty/cl-short.pcapng")
    private let glued = Checkout.path("Captures/faulty/glued-close.pcap")

    private func run(_ arguments: String..., in folder: String? = nil) -> Run {
        let output = StringSink()
        let diagnostics = StringSink()
        var terminal = Terminal(output: output, diagnostics: diagnostics)
        terminal.directory = folder
        let status = Partwise.run(arguments, in: terminal)
        return Run(status: status, output: output.text, diagnostics: diagnostics.text)
    }

    private func check(_ capture: String, _ options: String..., in folder: String? = nil) throws -> CommandRun
    {
        try CommandRun(checking: [capture], options, in: folder)
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "partwise-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `a configuration in the working directory or above is in force`() throws {
        try withFolder { folder in
            let rule = "delimiter/missing-crlf-before-close"
            try write("rules:\n  \(rule): {severity: off, reason: so}\n", "\(folder)/.partwise.yml")
            let below = "\(folder)/a/b"
            try FileManager.default.createDirectory(atPath: below, withIntermediateDirectories: true)
            #expect(try check(glued).status == .findings)
            #expect(try check(glued, in: folder).status == .fine)
            #expect(try check(glued, in: below).status == .fine)
            #expect(run("inspect", glued, in: below).output.contains("error: ") == false)
            #expect(try check(glued, "--no-config", in: below).status == .findings)
            try write("rules:\n  \(rule): warning\n", "\(below)/.partwise.yml")
            #expect(try check(glued, in: below).output.contains("warning[\(rule)]"))
            #expect(
                run("check", glued, "--config", "\(folder)/.partwise.yml", in: below).output.contains(rule)
                    == false
            )
        }
    }

    @Test func `the threshold of the command line wins over that of the configuration`() throws {
        try withFolder { folder in
            try write("threshold: note", "\(folder)/.partwise.yml")
            let noted = Checkout.path("Captures/faulty/tiny-segments.pcap")
            #expect(try check(noted).status == .fine)
            #expect(try check(noted, in: folder).status == .findings)
            #expect(run("check", noted, "--threshold", "error", in: folder).status == .fine)
        }
    }

    @Test func `a faulty configuration, contract or baseline is one line with its place, and exit code 2`()
        throws
    {
        try withFolder { folder in
            try write("rules:\n  boundary/week: note\n", "\(folder)/.partwise.yml")
            let configured = try check(plain, in: folder)
            #expect(configured.status == .usage)
            #expect(configured.output.isEmpty)
            #expect(
                configured.diagnostics
                    == "partwise: \(folder)/.partwise.yml:2:3: there is no rule 'boundary/week'; "
                    + "did you mean boundary/weak?\n"
            )
            try write("contract: a\nfields:\n  - {nam: b}\n", "\(folder)/c.yml")
            let contract = run("check", plain, "--contract", "\(folder)/c.yml")
            #expect(contract.status == .usage)
            #expect(
                contract.diagnostics.hasPrefix("partwise: \(folder)/c.yml:3:6: a field has no setting 'nam'")
            )
            try write("baseline: 7\n", "\(folder)/b.yml")
            let baseline = run("check", plain, "--baseline", "\(folder)/b.yml")
            #expect(baseline.status == .usage)
            #expect(baseline.diagnostics.hasPrefix("partwise: \(folder)/b.yml:1:11: this is not a baseline"))
        }
    }

    @Test(
        arguments: [
            (["--contract", "photo-piker"], .usage, "photo-piker: no such file; did you mean photo-picker?"),
            (["--contract", "/no/such.yml"], .unreadable, "/no/such.yml: no such file"),
            (
                ["--baseline", "/no/such.yml"], .unreadable,
                "/no/such.yml: no such file; --update-baseline writes it"
            ),
            (
                ["--update-baseline"], .usage,
                "--update-baseline needs --baseline FILE, or a baseline in the configuration"
            ),
            (["--config", "/no/such.yml"], .unreadable, "/no/such.yml: no such file"),
            (["--config", "/"], .unreadable, "/: is a directory"),
        ] as [([String], CommandStatus, String)]
    )
    func `what is named and not there is one line, and exit code 3 for a file`(
        arguments: [String],
        status expected: CommandStatus,
        complaint: String
    ) {
        let diagnostics = StringSink()
        let output = StringSink()
        let status = Partwise.run(
            ["check", plain] + arguments,
            in: Terminal(output: output, diagnostics: diagnostics)
        )
        #expect(status == expected)
        #expect(output.text.isEmpty)
        #expect(diagnostics.text == "partwise: \(complaint)\n")
    }

    @Test func `a first configuration is written once and never overwritten`() throws {
        try withFolder { folder in
            let first = run("check", "--init", in: folder)
            #expect(first.status == .fine)
            let path = "\(folder)/.partwise.yml"
            #expect(try String(contentsOfFile: path, encoding: .utf8) == Configuration.template)
            #expect(try check(plain, in: folder).status == .fine)
            try write("threshold: note", path)
            let again = run("check", "--init", in: folder)
            #expect(again.status == .unreadable)
            #expect(again.diagnostics == "partwise: \(path): exists, and is left as it is\n")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "threshold: note")
        }
    }

    @Test func `an upload is held against a contract`() throws {
        #expect(run("check", plain, "--contract", "catbox").status == .fine)
        let other = run("check", plain, "--contract", "photo-picker", "--format", "json")
        #expect(other.status == .findings)
        let exchange = try #require((try json(other.output)["exchanges"] as? [[String: Any]])?.first)
        let findings = try #require(exchange["findings"] as? [[String: Any]])
        #expect(
            findings.map { $0["rule"] as? String } == [
                "contract/field-extra", "contract/field-extra", "contract/field-extra",
                "contract/field-missing",
            ]
        )
        #expect(findings.allSatisfy { $0["frame"] is Int && $0["offset"] is Int })
    }

    @Test func `a contract that is about no upload here is said`() throws {
        try withFolder { folder in
            try write("contract: c\napplies-to: /other\nfields: []\n", "\(folder)/c.yml")
            let run = run("check", plain, "--contract", "\(folder)/c.yml")
            #expect(run.status == .fine)
            #expect(
                run.diagnostics
                    == "partwise: no upload was held against the contract c: it applies to /other\n"
            )
        }
    }

    @Test func `a contract is written from an upload, and that upload keeps it`() throws {
        try withFolder { folder in
            let path = "\(folder)/c.yml"
            #expect(run("contract", "infer", "\(plain)#1", "-o", path).status == .fine)
            #expect(run("check", plain, "--contract", path).status == .fine)
            #expect(run("check", short, "--contract", path).output.contains("contract/") == false)
            #expect(run("contract", "infer", "\(plain)#2").status == .unreadable)
        }
    }

    @Test func `contracts that come with the tool are shown`() {
        #expect(run("contract", "show").output.contains("photo-picker: "))
        #expect(run("contract", "show", "catbox").output == BuiltInContract.catbox.text)
        #expect(
            run("contract", "show", "catbos").diagnostics
                == "partwise: there is no contract 'catbos'; did you mean catbox?\n"
        )
    }

    @Test func `findings that a baseline knows count no more, and those that have gone are reported`() throws
    {
        try withFolder { folder in
            let path = "\(folder)/b.yml"
            let short = "\(folder)/a.pcap"
            try FileManager.default.copyItem(atPath: self.short, toPath: short)
            let written = run("check", short, "--baseline", path, "--update-baseline")
            #expect(written.status == .fine)
            #expect(written.diagnostics == "partwise: \(path) knows 1 finding now\n")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("rule: length/short-by-close-delimiter\n        place: content-length\n"))

            let known = run("check", short, "--baseline", path)
            #expect(known.status == .fine)
            #expect(known.output.contains("nothing new in 1 upload"))
            #expect(known.output.contains("1 finding is known to \(path) and not reported again"))
            let summary = try #require(
                try json(run("check", short, "--baseline", path, "--format", "json").output)["summary"]
                    as? [String: Any]
            )
            #expect(summary["baselined"] as? Int == 1)
            #expect(summary["errors"] as? Int == 0)

            try FileManager.default.removeItem(atPath: short)
            try FileManager.default.copyItem(atPath: glued, toPath: short)
            let other = run("check", short, "--baseline", path)
            #expect(other.status == .findings, "another finding is new")
            #expect(
                other.diagnostics.contains(
                    "1 known finding has gone; --update-baseline takes it out of \(path)\n"
                )
            )
            #expect(
                other.diagnostics.contains(
                    "gone: length/short-by-close-delimiter of POST /upload, content-length\n"
                )
            )

            let broken = run("check", "/no/such", short, "--baseline", path, "--update-baseline")
            #expect(broken.status == .unreadable)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
    }

    @Test func `what explains a server's error is told first`() {
        let run = run("check", short, "--server-error", "MulterError: Unexpected end of form")
        #expect(run.status == .findings)
        #expect(run.output.contains("busboy"))
        #expect(
            run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
                "What was found of that here: delimiter/missing-close, length/short-by-close-delimiter,"
            )
        )
        let both = self.run("check", glued, short, "--server-error", "Line length limit 100 exceeded.")
        #expect(both.status == .findings)
        let order = self.run("check", glued, short, "--server-error", "Unexpected end of form").output
        let first = order.firstRange(of: "length/short-by-close-delimiter")?.lowerBound
        let second = order.firstRange(of: "delimiter/missing-crlf-before-close")?.lowerBound
        #expect(first != nil && second != nil && (first ?? order.endIndex) < (second ?? order.startIndex))
    }

    @Test func `where nothing is wrong the server is to be looked at`() throws {
        let run = run("check", plain, "--server-error", "Unexpected end of form")
        #expect(run.status == .fine)
        let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("The request conforms: look at the server."))
        #expect(text.contains("req.rawBody"))
        let report = try json(
            self.run("check", plain, "--server-error", "Unexpected end of form", "--format", "json").output
        )
        let error = try #require((report["summary"] as? [String: Any])?["serverError"] as? [String: Any])
        #expect(error["conforms"] as? Bool == true)
    }

    @Test func `a text that nobody is known to say is told`() {
        let run = run("check", plain, "--server-error", "kaputt")
        #expect(run.status == .fine)
        #expect(run.diagnostics.contains("no software is known to say 'kaputt'"))
        #expect(self.run("explain", "kaputt").status == .usage)
    }

    @Test func `a server's error is explained`() {
        let run = run("explain", "Unexpected end of form")
        #expect(run.status == .fine)
        #expect(run.output.contains("delimiter/missing-close"))
        #expect(run.output.contains("When the request conforms"))
    }

    @Test(arguments: ServerErrorCatalogue.all)
    func `each rule that a server's error leads to exists, and is named once`(error: ServerError) {
        #expect(error.rules.filter { RuleCatalogue.complete.rule($0) == nil } == [])
        #expect(Set(error.rules).count == error.rules.count)
    }
}
