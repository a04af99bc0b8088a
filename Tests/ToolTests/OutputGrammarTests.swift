import Foundation
import Shell
import TestSupport
import Testing

@testable import Tool

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Every output of a capture whose names are hostile, read by parsers of others: Python's for JSON, XML, HTML.
struct OutputGrammarTests {
    private static let named = [
        "combining-mark-junit.http", "combining-mark-markdown.http", "burp-combining-mark.xml",
    ]

    /// A capture of several hundred hostile uploads, and the inputs that once broke a report.
    private func captures(_ folder: TemporaryFolder) throws -> [String] {
        let name = "a\u{301}<\u{301}hostile>|\u{301}&\u{301}`\u{301},:%.http"
        return [try folder.write(Self.requests, to: name)]
            + Self.named.map { Checkout.path("Tests/Cases/hostile/\($0)") }
    }

    private static let requests: [UInt8] = {
        var generator = SeededGenerator(301)
        let all = (0..<800).map { _ in request(using: &generator) }
        return TestScope.sample(of: all, atMost: 16, seed: 3).flatMap(\.self)
    }()

    private static func request(using generator: inout SeededGenerator) -> [UInt8] {
        let text = HostileText.markup
        let bold = text + .controls
        var body: [UInt8] = []
        for _ in 0..<2 {
            body += Array("--B\r\nContent-Disposition: form-data; name=\"".utf8)
            body +=
                bold.text(using: &generator) + Array("\"; filename=\"x/".utf8) + bold.text(using: &generator)
            body += Array("\"\r\nContent-Type: ".utf8) + bold.text(using: &generator) + Array("\r\nX-".utf8)
            body +=
                bold.text(using: &generator) + Array(": v\r\n\r\n".utf8) + bold.text(using: &generator) + [
                    0x0D, 0x0A,
                ]
        }
        body += Array("--B--\r\n".utf8)
        let target = text.text(using: &generator)
        return Array("POST /".utf8) + target + Array(" HTTP/1.1\r\nHost: h\r\nUser-Agent: ".utf8)
            + bold.text(using: &generator) + Array("\r\nX-Value: ".utf8) + bold.text(using: &generator)
            + Array("\r\nContent-Type: multipart/form-data; boundary=B; x=\"".utf8)
            + bold.text(using: &generator)
            + Array("\"\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    /// Reads a file by the grammar in its first argument; the exit code says whether it follows it.
    private static let judge = """
        import html.parser, json, re, sys, xml.etree.ElementTree as xml
        grammar, path = sys.argv[1:]
        text = open(path, encoding="utf-8", newline="").read()
        def fail(why): sys.exit(f"{grammar}: {why}"[:600])
        if grammar == "json": json.loads(text)
        elif grammar == "ndjson": [json.loads(line) for line in text.split("\\n") if line]
        elif grammar == "xml":
            if xml.fromstring(text.encode()).tag != "testsuites": fail("another root")
        elif grammar == "html":
            class Page(html.parser.HTMLParser):
                def handle_starttag(self, tag, attributes):
                    self.script = tag == "script"
                    if tag.startswith("hostile"): fail(tag)
                    for name, value in attributes:
                        if not re.fullmatch(r"[a-z-]+", name) or name.startswith("on"): fail(f"{tag} {name}")
                def handle_endtag(self, tag): self.script = False
                def handle_data(self, data):
                    if getattr(self, "script", False) and data.lstrip().startswith(("{", "[")): json.loads(data)
            Page().feed(text)
        elif grammar == "markdown":
            fence = columns = None
            for line in text.split("\\n"):
                run = re.match(r"(`{3,})([^`]*)$", line)
                if fence:
                    if run and len(run[1]) >= len(fence) and not run[2].strip(): fence = None
                    continue
                if run:
                    fence = run[1]
                    continue
                plain = re.sub(r"`[^`]*`", "", re.sub(r"\\\\[!-/:-@\\[-`{-~]", "", line))
                if re.search(r"<(?!br>)[a-z!/]", plain): fail(line)
                if "](b)" in plain: fail(line)
                if not line.startswith("|"):
                    columns = None
                    continue
                if columns not in (None, plain.count("|")): fail(line)
                columns = plain.count("|")
            if fence: fail("an open fence")
        elif grammar == "github":
            for line in text.split("\\n"):
                if line.lstrip().startswith("::"):
                    if not re.match(r"::(error|warning|notice) file=[^:,]*,title=[^:,]*::", line): fail(line)
                elif "##[" in line: fail(line)
        """

    private func expectWellFormed(
        _ grammar: String,
        _ output: String,
        _ folder: TemporaryFolder,
        _ command: [String]
    )
        throws
    {
        let judge = try folder.write(Array(Self.judge.utf8), to: "judge.py")
        let file = try folder.write(Array(output.utf8), to: "output")
        let code = try CommandRun.shell(
            "python3 '\(judge)' \(grammar) '\(file)' 2> '\(folder.path)/complaint'"
        )
        let complaint = String(decoding: try Checkout.bytes(of: folder.path + "/complaint"), as: UTF8.self)
        #expect(code == 0, "\(command): \(complaint.suffix(900))")
        #expect(output.utf8.count > 2)
    }

    @Test(
        .enabled(if: Judge.has("python3"), "needs python3"),
        arguments: [
            ("json", ["check", "--format", "json"]), ("ndjson", ["check", "--format", "ndjson"]),
            ("json", ["check", "--format", "sarif"]), ("xml", ["check", "--format", "junit"]),
            ("github", ["check", "--format", "github"]), ("markdown", ["check", "--format", "markdown"]),
            ("html", ["check", "--format", "html"]), ("json", ["inspect", "--format", "json"]),
            ("ndjson", ["inspect", "--format", "ndjson"]),
        ]
    )
    func `a report follows its grammar, whatever the names hold`(_ grammar: String, _ command: [String])
        throws
    {
        let folder = try TemporaryFolder()
        let threshold = command[0] == "check" ? ["--threshold", "note"] : []
        let run = CommandRun(command + threshold + (try captures(folder)))
        try expectWellFormed(grammar, run.output, folder, command)
    }

    @Test(
        .enabled(if: Judge.has("python3"), "needs python3"),
        arguments: [
            ("json", ["diff", "--format", "json"]), ("markdown", ["diff", "--format", "markdown"]),
            ("html", ["diff", "--format", "html"]), ("json", ["clients", "--format", "json", "--from"]),
            ("markdown", ["clients", "--format", "markdown", "--from"]),
            ("html", ["clients", "--format", "html", "--from"]),
        ]
    )
    func `a comparison follows its grammar, whatever the names hold`(_ grammar: String, _ command: [String])
        throws
    {
        let folder = try TemporaryFolder()
        let capture = try captures(folder)[0]
        let operands = command[0] == "diff" ? [capture + "#1", capture + "#2"] : [capture]
        let run = CommandRun(command + operands)
        try expectWellFormed(grammar, run.output, folder, command)
    }

    @Test(.enabled(if: Judge.has("python3"), "needs python3"))
    func `an archive and a manifest are JSON, whatever the names hold`() throws {
        let folder = try TemporaryFolder()
        let capture = try captures(folder)[0]
        let archive = folder.path + "/out.har"
        #expect(CommandRun(["convert", capture, "-o", archive]).status == .fine)
        let text = String(decoding: try Checkout.bytes(of: archive), as: UTF8.self)
        try expectWellFormed("json", text, folder, ["convert"])
        let parts = folder.path + "/parts"
        #expect(CommandRun(["extract", capture + "#1", "-o", parts]).status == .fine)
        let manifest = String(decoding: try Checkout.bytes(of: parts + "/manifest.json"), as: UTF8.self)
        try expectWellFormed("json", manifest, folder, ["extract"])
    }

    @Test(arguments: named)
    func `a combining mark hides no markup from JUnit`(_ name: String) throws {
        let path = Checkout.path("Tests/Cases/hostile/\(name)")
        let run = try CommandRun(checking: [path], ["--format", "junit", "--threshold", "note"])
        let parser = XMLParser(data: Data(run.output.utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }

    @Test func `a text in quotes for the shell stays one word`() throws {
        let folder = try TemporaryFolder()
        let end = "'\u{301}; touch \(folder.path)/made; echo '\u{301}"
        let text = "no multipart boundary param in Content-Type" + end
        let run = CommandRun(["explain", text])
        let line = try #require(run.output.split(separator: "\n").last { $0.contains("--server-error") })
        let command = line.replacing("partwise check", with: "printf '%s\\n'")
        _ = try CommandRun.shell("\(command) >/dev/null")
        #expect(try folder.names().isEmpty)
    }
}
