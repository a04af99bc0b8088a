import Foundation
import Policy
import Shell
import TestSupport
import Testing

@testable import Tool

/// Baselines over several inputs, of which a run reads some.
struct BaselineCommandTests {
    private let type = "multipart/form-data; boundary=AaB03x"
    private let head = "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"

    /// A folder with bare bodies that lack their close delimiters, and a baseline that knows it.
    private func bodies(_ names: String...) throws -> (folder: TemporaryFolder, baseline: String) {
        let folder = try TemporaryFolder()
        let paths = try names.map { try folder.write(Array(head.utf8), to: $0) }
        let baseline = folder.path + "/known.yml"
        let options = ["--content-type", type, "--baseline", baseline, "--update-baseline"]
        #expect(CommandRun(["check"] + paths + options).status == .fine)
        return (folder, baseline)
    }

    private func check(_ paths: String..., against baseline: String) -> CommandRun {
        CommandRun(["check"] + paths + ["--content-type", type, "--baseline", baseline])
    }

    @Test func `a bare body is known by its file, and others have not gone`() throws {
        let (folder, baseline) = try bodies("a.bin", "b.bin")
        let run = check(folder.path + "/a.bin", against: baseline)
        #expect(run.status == .fine)
        #expect(run.diagnostics.isEmpty)
        let other = try folder.write(Array(head.utf8), to: "c.bin")
        #expect(check(other, against: baseline).status == .findings)
    }

    @Test func `a bare body that was fixed is reported, whatever else is not read`() throws {
        let (folder, baseline) = try bodies("a.bin", "b.bin")
        let fixed = try folder.write(Array((head + "--AaB03x--\r\n").utf8), to: "b.bin")
        let run = check(fixed, against: baseline)
        #expect(run.diagnostics.contains("1 known finding has gone"))
        #expect(run.diagnostics.contains("gone: delimiter/missing-close of \(fixed), "))
    }

    /// A folder with two captures of the same form, each with its own fault.
    private func captures() throws -> (folder: TemporaryFolder, baseline: String) {
        let folder = try TemporaryFolder()
        for name in ["glued-close.pcap", "cl-short.pcapng"] {
            let source = URL(fileURLWithPath: Checkout.path("Captures/faulty/\(name)"))
            try FileManager.default.copyItem(
                at: source,
                to: URL(fileURLWithPath: folder.path + "/" + name)
            )
        }
        // A hidden file is not one of the inputs.
        let baseline = folder.path + "/.known.yml"
        let run = CommandRun(["check", folder.path, "--baseline", baseline, "--update-baseline"])
        #expect(run.status == .fine)
        return (folder, baseline)
    }

    @Test(arguments: [["/glued-close.pcap"], ["/cl-short.pcapng#1"], ["", "--url", "*nowhere*"]])
    func `of a subset nothing has gone, and updating keeps the rest`(arguments: [String]) throws {
        let (folder, baseline) = try captures()
        let before = try String(contentsOfFile: baseline, encoding: .utf8)
        let subset =
            ["check", folder.path + arguments[0]] + arguments.dropFirst() + ["--baseline", baseline]
        let run = CommandRun(subset)
        #expect(run.status == .fine)
        #expect(run.diagnostics.isEmpty)
        #expect(CommandRun(subset + ["--update-baseline"]).status == .fine)
        let after = try String(contentsOfFile: baseline, encoding: .utf8)
        func findings(_ text: String) -> Substring {
            text[(text.range(of: "requests:")?.lowerBound ?? text.startIndex)...]
        }
        #expect(findings(after) == findings(before))
    }

    @Test func `of all inputs, what was fixed has gone`() throws {
        let (folder, baseline) = try captures()
        let path = folder.path + "/glued-close.pcap"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(
            atPath: Checkout.path("Captures/faulty/tiny-segments.pcap"),
            toPath: path
        )
        let run = CommandRun(["check", folder.path, "--baseline", baseline])
        #expect(run.diagnostics.contains("gone: delimiter/missing-crlf-before-close of POST /upload"))
        #expect(!run.diagnostics.contains("gone: length/short-by-close-delimiter"))
    }
}
