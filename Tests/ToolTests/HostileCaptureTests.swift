import Shell
import TestSupport
import Testing

@testable import Tool

/// A capture whose every text tries to act on what shows it: the terminal, a log of GitHub's, a page of Markdown.
struct HostileCaptureTests {
    /// What acts on terminals, and on readers: C1 controls, marks of direction, characters that draw nothing, markup.
    private static let visible =
        "\u{9B}2J\u{85}\u{202E}\u{2066}\u{2028}\u{200B}\u{FEFF}\u{AD}\u{E0041}|<script>x</script>`*[a](b)::error::c##[d]%0A漢é\u{301}👩\u{200D}👧"
    /// The same with control characters of ASCII, such as those of escape sequences; `e` may follow neither CR nor LF.
    private static let raw = "\u{1B}]0;t\u{7}\u{1B}[2J\u{0}\u{8}\u{7F}\t\r" + visible

    /// A name that a file can have, too.
    private static let fileName = "\u{1B}[2J\n::error::\u{202E}|<b>" + String(visible.filter { $0 != "/" })

    private static let commands: [[String]] =
        [
            ["inspect"], ["inspect", "--format", "json"], ["inspect", "--format", "ndjson"],
            ["show"], ["show", "--hex"], ["show", "--part", "1"], ["show", "--part", "2"],
            ["contract", "infer"], ["contract", "infer", "-o", "-"],
            ["clients", "--from"], ["check", "--receivers"], ["check", "--server-error", raw],
            ["check", "--target", "php"], ["check", "--profile", "whatwg"], ["inspect", "--url", visible],
        ]
        + CheckCommand.Format.allCases.map { ["check", "--threshold", "note", "--format", $0.rawValue] }
        + ["json", "markdown", "html"].map { ["clients", "--format", $0, "--from"] }

    /// Command lines in which the capture is no last argument, or none.
    private static func others(_ path: String, _ folder: String) -> [[String]] {
        [
            ["diff", "--all", path, Checkout.path("Captures/curl/plain.pcap")],
            ["extract", path, "-o", folder + "/" + fileName],
            ["repair", path, "-o", folder + "/" + fileName + ".repaired"],
            ["explain", raw], ["clients", raw], ["check", folder + "/" + raw], ["check", "--" + visible],
            ["check", path + "#7"], ["show", path + "#7"], ["check", "--contract", path, path],
            ["check", "--baseline", path, path], ["check", "--keys", path, path],
            ["check", "--rule-off", raw, path], ["inspect", "--input-format", raw, path],
            ["inspect", "--filter", raw, path], ["check", folder],
        ]
            + DiffCommand.Format.allCases.map {
                ["diff", path, Checkout.path("Captures/curl/plain.pcap"), "--format", $0.rawValue]
            }
    }

    /// A raw request, its texts hostile.
    private static func request() -> [UInt8] {
        let boundary = "b\(visible)b"
        let field = raw.replacing("\"", with: "")
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field)\"\r\nX-\(field): \(field)\r\n\r\n\(raw)\r\n"
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"f\(field)\"; filename=\"\(field)\"\r\n"
            + "Content-Type: text/\(field); charset=\(field)\r\nContent-Transfer-Encoding: \(field)\r\n\r\n\(raw)\r\n"
            + "--\(boundary)--\r\n\(raw)"
        let head =
            "POST /\(visible.replacing("\u{2028}", with: "")) HTTP/1.1\r\nHost: \(visible)\r\nUser-Agent: \(field)\r\n"
            + "X-\(visible): \(field)\r\nExpect: \(field)\r\nContent-Encoding: \(visible)\r\n"
            + "Content-Type: multipart/form-data; boundary=\"\(boundary)\"; \(visible)=\(field)\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n"
        return Array((head + body).utf8)
    }

    @Test(arguments: commands)
    func `nothing of a capture acts on what shows it`(_ command: [String]) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.request(), to: Self.fileName + ".http")
        for run in try CommandRun.colored(command + [path]) { expectHarmless(run, command) }
    }

    @Test func `nothing of a capture or a command line acts on what shows it, wherever it stands`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.request(), to: Self.fileName + ".http")
        for command in Self.others(path, folder.path) { expectHarmless(CommandRun(command), command) }
    }

    @Test func `an annotation for GitHub is the only thing that looks like one`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.request(), to: Self.fileName + ".http")
        let run = CommandRun(["check", "--threshold", "note", "--format", "github", path])
        let lines = run.output.split(separator: "\n")
        let commands = lines.filter { $0.hasPrefix("::") }
        #expect(!commands.isEmpty)
        #expect(commands.allSatisfy { $0.contains(/^::(error|warning|notice) file=[^:,]*,title=[^:,]*::/) })
        #expect(!lines.contains { !$0.hasPrefix("::") && $0.contains("##[") })
    }

    @Test(arguments: [["check", "--threshold", "note"], ["clients", "--from"], ["diff"]])
    func `a page of Markdown holds no markup of the capture's`(_ command: [String]) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.request(), to: Self.fileName + ".http")
        let second = command == ["diff"] ? [Checkout.path("Captures/curl/plain.pcap")] : []
        let run = CommandRun(command + [path] + second + ["--format", "markdown"])
        #expect(!run.output.isEmpty)
        var isFenced = false
        var columns: Int?
        for line in run.output.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isFenced.toggle() }
            guard !isFenced else { continue }
            #expect(!line.contains(/(^|[^\\])<script/), "\(line)")
            guard line.hasPrefix("|") else {
                columns = nil
                continue
            }
            let bars = line.matches(of: /(^|[^\\])(\\\\)*\|/).count
            #expect(columns == nil || columns == bars, "\(line)")
            columns = bars
        }
        #expect(!isFenced)
    }

    private func expectHarmless(_ run: CommandRun, _ command: [String]) {
        // The colours are Partwise's own; the capture has no such sequence.
        let text = (run.output + run.diagnostics).replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(!text.isEmpty)
        let harmful = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar != "\n"
            case .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        let places = Set(harmful.map { String($0.value, radix: 16) }).sorted()
        #expect(places.isEmpty, "\(command.prefix(3)) \(places)")
    }
}

/// A command whose report may have colours.
private protocol ColoredCommand: TerminalCommand {
    var selection: SelectionOptions { get set }
}

extension CheckCommand: ColoredCommand {}
extension ClientsCommand: ColoredCommand {}
extension ContractInferCommand: ColoredCommand {}
extension InspectCommand: ColoredCommand {}
extension ShowCommand: ColoredCommand {}

extension CommandRun {
    /// Runs a command line without and with colours.
    fileprivate static func colored(_ line: [String]) throws -> [CommandRun] {
        try [ColorChoice.never, .always].map { color in
            try CommandRun(line) { command in
                var colored = try #require(command as? any ColoredCommand)
                colored.selection.color = color
                return colored
            }
        }
    }
}
