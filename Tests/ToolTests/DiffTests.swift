import Shell
import TestSupport
import Testing

@testable import Tool

struct DiffTests {
    private let plain = Checkout.path("Captures/curl/plain.pcap")

    private func run(_ arguments: String...) -> CommandRun { CommandRun(["diff"] + arguments) }

    @Test(arguments: ["text", "json", "markdown"])
    func `requests that are alike are exit code 0 in every format`(format: String) {
        let run = run(plain, plain + "#1", "--format", format)
        #expect(run.status == .fine)
        #expect(run.output.contains("A and B are alike but for the text of the boundary"))
    }

    @Test func `captures with several uploads are compared upload by upload`() {
        let two = Checkout.path("Captures/curl/keepalive-two.pcap")
        let alike = run(two, two)
        #expect(alike.status == .fine)
        #expect(alike.output.hasSuffix("2 comparisons: none with differences\n"))
        let unlike = run(two, plain)
        #expect(unlike.status == .findings)
        #expect(unlike.output.contains("1 upload has no counterpart: \(two)#"))
        #expect(!unlike.output.contains("1 comparison"))
    }

    @Test func `numbers of one capture are compared with one another`() {
        let two = Checkout.path("Captures/curl/keepalive-two.pcap")
        #expect(run(two + "#1,2", "--format", "json").output.contains("\"partwise.diff/1\""))
        #expect(run(two + "#1").status == .usage)
    }

    @Test(arguments: ["curl", "browser", "rfc"])
    func `a faulty upload is held against what an encoder would have sent`(encoder: String) {
        let path = Checkout.path("Captures/faulty/lf-only.pcap")
        let run = run(path, "--against", encoder)
        #expect(run.status == .findings)
        #expect(run.output.contains("line/bare-lf-everywhere"))
        #expect(run.output == CommandRun(["diff", path, "--against", encoder]).output)
    }

    @Test func `the reference of a browser has every byte in a name that browsers write`() throws {
        let folder = try TemporaryFolder()
        let body = "--Kq3\r\nContent-Disposition: form-data; name=\"a\0b\"\r\n\r\n1\r\n--Kq3--\r\n"
        let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=Kq3\r\n"
        let text = "\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let run = run(try folder.write(Array(text.utf8), to: "nul.http"), "--against", "browser")
        #expect(run.status == .findings)
        #expect(run.diagnostics.isEmpty)
        #expect(!run.output.contains("part 1"))
    }

    @Test func `curl sends what the reference for curl would have sent`() {
        #expect(run(plain, "--against", "curl").status == .fine)
        let tricky = Checkout.path("Captures/curl/tricky.pcapng")
        #expect(run(tricky, "--against", "curl").status == .fine)
    }

    @Test func `what no reference can be made for is named, and the rest is compared`() {
        let cut = Checkout.path("Captures/mangled/gap.pcap")
        let run = run(cut, plain, "--against", "curl")
        #expect(run.status == .unreadable)
        #expect(run.diagnostics.contains("\(cut)#1: the capture lacks bytes of its body"))
        #expect(run.output.contains("alike"))
    }

    @Test func `uploads are held against a recorded model of the same form`() {
        let other = Checkout.path("Captures/requests/plain.pcap")
        let run = run(other, plain, "--against", plain, "--format", "json", "--threshold", "note")
        #expect(run.status == .findings)
        #expect(run.output.contains("\"partwise.diff-set/1\""))
        #expect(run.output.contains("\"role\": \"model\""))
        // The model is not held against itself.
        #expect(run.output.split(separator: "\"role\": \"recorded\"").count == 2)
    }

    @Test func `what differs is told beside the rule and the receivers that are known to break`() {
        let run = run(plain, Checkout.path("Captures/faulty/glued-close.pcap"))
        #expect(run.output.contains("error[delimiter/missing-crlf-before-close]"))
        #expect(run.output.contains("; Go, busboy, multipart"))
    }

    @Test(arguments: [
        ("Accept: a", "error", 0), ("Accept: a", "warning", 0), ("Accept: a", "note", 1),
        ("X-Key: 1", "error", 0), ("X-Key: 1", "warning", 1),
    ])
    func `the exit code counts differences from the threshold on`(
        field: String,
        threshold: String,
        code: Int32
    ) throws {
        let folder = try TemporaryFolder()
        let paths = try ["", field + "\r\n"].enumerated().map { index, line in
            let body = "--Kq3\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--Kq3--\r\n"
            let head =
                "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=Kq3\r\n\(line)"
            let text = "\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            return try folder.write(Array(text.utf8), to: "\(index).http")
        }
        #expect(CommandRun(["diff"] + paths + ["--threshold", threshold]).status.rawValue == code)
        if threshold == "warning" { #expect(CommandRun(["diff"] + paths).status.rawValue == code) }
    }

    @Test func `many cosmetic differences are counted unless all are wanted`() {
        let other = Checkout.path("Captures/okhttp/tricky.pcap")
        let tricky = Checkout.path("Captures/curl/tricky.pcapng")
        #expect(run(tricky, other).output.contains("cosmetic (--all shows them)"))
        let all = run(tricky, other, "--all").output
        #expect(!all.contains("--all"))
        #expect(all.contains("head, field user-agent"))
    }

    @Test(arguments: ["text", "json", "markdown"])
    func `bytes of a capture act on no terminal and on no page`(format: String) throws {
        let folder = try TemporaryFolder()
        let hostile = "\u{1B}]0;x\u{7}<script>|`\u{202E}"
        let paths = try ["1", "2"].map { value in
            let part = "Content-Disposition: form-data; name=\"\(hostile)\"\r\nX-\(value): \(hostile)"
            let body = "--Kq3\r\n\(part)\r\n\r\n\(value)\r\n--Kq3--\r\n"
            let head = "POST /\(value) HTTP/1.1\r\nHost: h\r\nX-Evil: \(hostile)\(value)\r\n"
            let type = "Content-Type: multipart/form-data; boundary=Kq3\r\n"
            let text = "\(head)\(type)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            return try folder.write(Array(text.utf8), to: "\(value).http")
        }
        let run = CommandRun(["diff"] + paths + ["--format", format, "--all"])
        #expect(run.status == .findings)
        #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
        if format == "markdown" { #expect(!run.output.contains("<script>")) }
    }
}
