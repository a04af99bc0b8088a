import Shell
import TestSupport
import Testing

@testable import Tool

/// Requests that declare a form and send none: they are no uploads, so that none of them conforms.
struct FormWithoutBodyTests {
    private static let sentence = "1 request declares a form and has no body: nothing was uploaded"
    private static let boundary = "------------------------d74496d66958873e"

    private func write(_ text: String, _ name: String, in folder: TemporaryFolder) throws -> String {
        try folder.write(Array(text.utf8), to: name)
    }

    private static func request(_ method: String, _ lines: String = "") -> String {
        "\(method) /upload HTTP/1.1\r\nHost: a.example\r\n"
            + "Content-Type: multipart/form-data; boundary=\(boundary)\r\n\(lines)\r\n"
    }

    /// A form as curl sends it.
    private static let upload: String = {
        let dashes = "--\(boundary)"
        let body = "\(dashes)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n\(dashes)--\r\n"
        return request("POST", "Content-Length: \(body.utf8.count)\r\n") + body
    }()

    /// Requests without a body of which that is no fault.
    private static let bare = [
        request("GET"), request("HEAD"), request("DELETE", "Content-Length: 0\r\n"),
        request("POST", "Authorization: NTLM TlRMTVNTUAAB\r\nContent-Length: 0\r\n"),
    ]

    @Test(arguments: bare, ["text", "markdown", "html"])
    func `no report says that it conforms, and each says what it is`(_ text: String, _ format: String) throws
    {
        let folder = try TemporaryFolder()
        let run = try CommandRun(checking: [try write(text, "a.http", in: folder)], ["--format", format])
        #expect(run.status == .fine)
        #expect(!run.output.contains("conform"))
        #expect(run.output.contains("no upload among 1 exchange: nothing was judged"))
        #expect(run.output.contains(Self.sentence))
    }

    @Test(arguments: ["json", "ndjson"])
    func `the summary counts it apart`(_ format: String) throws {
        let folder = try TemporaryFolder()
        let paths = [
            try write(Self.request("GET"), "a.http", in: folder),
            try write(Self.upload, "b.http", in: folder),
        ]
        let run = try CommandRun(checking: paths, ["--format", format])
        let summary = run.output.split(separator: "\"summary\"").last.map { $0.filter { !$0.isWhitespace } }
        #expect(summary?.contains("\"forms\":1,") ?? false)
        #expect(summary?.contains("\"formsWithoutBody\":1") ?? false)
    }

    @Test(arguments: ["sarif", "junit", "json"])
    func `a report without a closing line has it on standard error`(_ format: String) throws {
        let folder = try TemporaryFolder()
        let path = try write(Self.request("GET"), "a.http", in: folder)
        let run = try CommandRun(checking: [path], ["--format", format])
        #expect((run.diagnostics + run.output).contains(Self.sentence))
    }

    @Test func `beside an upload that conforms it is named in a row of its own`() throws {
        let folder = try TemporaryFolder()
        let paths = [
            try write(Self.request("GET"), "a.http", in: folder),
            try write(Self.upload, "b.http", in: folder),
        ]
        let run = try CommandRun(checking: paths)
        #expect(run.output.contains("1 upload with 1 part (137 bytes) conforms: "))
        #expect(run.output.contains("\n\(Self.sentence)\n"))
        let notes = try CommandRun(checking: paths, ["--threshold", "note"])
        #expect(notes.output.contains("2 captures: 1 note in 1 exchange\n"))
    }

    @Test func `where uploads are demanded it is none`() throws {
        let folder = try TemporaryFolder()
        let path = try write(Self.request("GET"), "a.http", in: folder)
        #expect(try CommandRun(checking: [path], ["--require-uploads"]).status == .findings)
    }

    @Test func `a client that should have sent a body has a failed upload`() throws {
        let folder = try TemporaryFolder()
        let path = try write(Self.request("POST", "Content-Length: 0\r\n"), "a.http", in: folder)
        let run = try CommandRun(checking: [path])
        #expect(run.output.contains("1 error in 1 of 1 upload"))
        #expect(!run.output.contains(Self.sentence))
    }
}
