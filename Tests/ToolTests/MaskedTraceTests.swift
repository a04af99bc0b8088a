import Shell
import TestSupport
import Testing

@testable import Tool

/// What is said of uploads of which `curl --trace-ascii` wrote dots for bytes that are not printable.
struct MaskedTraceTests {
    private static let delimiter = "--bR7xQ2mZ9kLw4TnYc3Ve"
    private static let field = "Content-Disposition: form-data; name=\"a\""

    /// The lines of a block, each of which ended with CRLF.
    private func block(_ title: String, _ lines: [String]) -> String {
        let length = lines.reduce(0) { $0 + $1.utf8.count + 2 }
        var offset = 0
        return lines.reduce("\(title), \(length) bytes (0x\(String(length, radix: 16)))\n") { text, line in
            let digits = String(offset, radix: 16)
            offset += line.utf8.count + 2
            return text + String(repeating: "0", count: 4 - digits.count) + "\(digits): \(line)\n"
        }
    }

    private func findings(_ lines: [String]) throws -> [JSONDocument] {
        let content = lines + ["", "1", Self.delimiter + "--"]
        let length = content.reduce(0) { $0 + $1.utf8.count + 2 }
        let type = "Content-Type: multipart/form-data; boundary=\(Self.delimiter.dropFirst(2))"
        let head = ["POST /u HTTP/1.1", "Host: h", type, "Content-Length: \(length)", ""]
        let trace = block("=> Send header", head) + block("=> Send data", content)
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(trace.utf8), to: "in.txt")
        let run = try CommandRun(checking: [path], ["--format", "json"])
        return try JSONDocument(parsing: run.output)["exchanges"]?.elements.first?["findings"]?.elements ?? []
    }

    @Test(arguments: [
        // Of a tab after the colon, which is allowed.
        (
            [delimiter, "Content-Disposition:.form-data; name=\"a\""], "disposition/type-not-form-data",
            "warning"
        ),
        ([delimiter + ".", field], "delimiter/junk-after", "warning"),
        ([delimiter, field + "; filename=\"../x.png\""], "disposition/filename-path", "warning"),
        ([delimiter, field + "; filename*=utf-8''a.png"], "disposition/filename-star", "error"),
    ])
    func `a dot is not told as the byte that was sent`(
        _ lines: [String],
        _ rule: String,
        _ severity: String
    ) throws {
        let findings = try findings(lines)
        let finding = try #require(findings.first { $0["rule"]?.text == rule })
        #expect(finding["severity"]?.text == severity)
        #expect(finding["message"]?.text?.contains("another one may have been sent") ?? false)
    }

    @Test func `what quotes no dot stays as it is`() throws {
        let findings = try findings([Self.delimiter, "Content-Disposition: form-data; name=a"])
        #expect(findings.contains { $0["rule"]?.text == "disposition/unquoted-value" })
        #expect(findings.allSatisfy { !($0["message"]?.text?.contains("another one") ?? false) })
        let note = try #require(findings.first { $0["rule"]?.text == "capture/body-lossy-text" })
        #expect(note["message"]?.text?.contains("`.` stands for each byte that is not printable") ?? false)
    }
}
