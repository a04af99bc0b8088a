import Shell
import TestSupport
import Testing

/// `--url-rules` of the reading commands.
struct URLRulesTests {
    private let curl = Checkout.path("Captures/curl/plain.pcap")
    private let browser = Checkout.path("Captures/chromium/form-tricky.pcap")

    private func run(_ arguments: [String], rules: String) throws -> CommandRun {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(rules.utf8), to: "rules.txt")
        let run = CommandRun(arguments + ["--url-rules", path])
        return run
    }

    private func count(_ rules: String, _ capture: String) throws -> Int {
        let run = try run(["inspect", "--format", "ndjson", capture], rules: rules)
        return run.output.split(separator: "\n").count - 1
    }

    @Test func `rules select by URL, method and kind, and exceptions leave out`() throws {
        #expect(try count("/upload", curl) == 1)
        #expect(try count("||127.0.0.1^", curl) == 1)
        #expect(try count("0.0.0.0 other.example\n127.0.0.1 127.0.0.1", curl) == 1)
        #expect(try count("||127.0.0.2^", curl) == 0)
        #expect(try count("/upload$method=put", curl) == 0)
        #expect(try count("/upload\n@@||127.0.0.1^$method=post", curl) == 0)
        let all =
            CommandRun(["inspect", "--format", "ndjson", browser]).output.split(separator: "\n").count - 1
        #expect(all > 1)
        #expect(try count("*", browser) == all)
        #expect(try count("*$document,method=post", browser) == 1)
        #expect(try count("*$image", browser) < all)
    }

    @Test func `a capture of which nothing is selected is reported with the option`() throws {
        let run = try run(["show", curl], rules: "||nothing.example^")
        #expect(run.status == .usage)
        #expect(run.diagnostics.contains("0 of 1 exchange matches --url-rules "))
    }

    @Test func `faulty and unread lines are reported, and the rest selects`() throws {
        let run = try run(["inspect", curl], rules: "||a.example^$scirpt\n##.ad\n/upload\n")
        #expect(run.status == .fine)
        #expect(run.output.contains("/upload"))
        #expect(run.diagnostics.contains("rules.txt:1: there is no option 'scirpt'\n"))
        #expect(
            run.diagnostics.contains("rules.txt: 1 line is not read: 1 cosmetic rule (first in line 2)\n")
        )
    }

    @Test(arguments: ["check", "inspect", "convert", "diff", "extract", "repair", "show"])
    func `a file without rules, or none at all, ends the command before it writes`(_ command: String) throws {
        let folder = try TemporaryFolder()
        let output = folder.path + "/out"
        let others =
            ["convert", "extract", "repair", "check"].contains(command) ? ["-o", output + ".har"] : []
        let captures = command == "diff" ? [curl, browser] : [curl]
        let empty = try run([command] + captures + others, rules: "! nothing\n")
        #expect(empty.status == .usage)
        #expect(empty.diagnostics.contains("rules.txt: no rule that can be read"))
        let missing = CommandRun([command] + captures + others + ["--url-rules", output + ".rules"])
        #expect(missing.status == .unreadable)
        #expect(missing.diagnostics.contains("out.rules: no such file"))
        #expect(try folder.names().isEmpty)
    }
}
