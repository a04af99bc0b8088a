import Foundation
import TestSupport
import Testing

/// Forms that are sent to a sink.
struct SendTests {
    private static let fields = ["-F", "title=Grüße", "-F", "note=a;type=text/plain"]

    private func url(_ sink: SinkProcess, _ path: String = "/up", scheme: String = "http") -> String {
        "\(scheme)://localhost:\(sink.port)\(path)"
    }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func request(_ text: String) throws -> [String: Any] {
        let exchanges = try #require(try json(text)["exchanges"] as? [[String: Any]])
        return try #require(exchanges.first?["request"] as? [String: Any])
    }

    @Test(arguments: [
        [], ["--chunked"], ["--expect"], ["--dialect", "like:curl"], ["--dialect", "like:chromium"],
    ])
    func `what is sent conforms, and is what was meant`(options: [String]) throws {
        let sink = try SinkProcess()
        let folder = try TemporaryFolder()
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = try folder.write(content, to: "größe.bin")
        let run = try LiveRun(["send", url(sink), "-F", "file=@\(file)"] + Self.fields + options)
        #expect(run.status == 0)
        #expect(run.diagnostics == "partwise: POST \(url(sink)): 200 OK\n")
        let exchange = try #require((try json(run.output)["exchanges"] as? [[String: Any]])?.first)
        let parts = try #require((exchange["form"] as? [String: Any])?["parts"] as? [[String: Any]])
        #expect(parts.map { $0["name"] as? String } == ["file", "title", "note"])
        #expect(parts.map { $0["contentLength"] as? Int } == [300_000, 7, 1])
        let body = try #require(try request(run.output)["body"] as? [String: Any])
        #expect(body["framing"] as? String == (options == ["--chunked"] ? "chunked" : "content-length"))
        #expect(sink.stop().output.contains("  ok\n"))
    }

    @Test(arguments: [[], ["--chunked"], ["--boundary", "known"]])
    func `files arrive whole, however they are sent`(options: [String]) throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess(["--store", folder.path + "/store"])
        // Longer than what is sent of a file at once, and no multiple of it.
        let content = Data(
            (0..<150_000).flatMap { withUnsafeBytes(of: UInt64($0) &* 0x9E37_79B9_7F4A_7C15) { Array($0) } }
        )
        let files = try ["a.bin", "b.bin"].map {
            try folder.write(Array(content.dropFirst($0 == "a.bin" ? 0 : 5)), to: $0)
        }
        let run = try LiveRun(
            ["send", url(sink), "-F", "a=@\(files[0])", "-F", "b=@\(files[1])"] + Self.fields + options
        )
        #expect(run.status == 0, "\(run.diagnostics)")
        for name in ["a.bin", "b.bin"] {
            let stored = FileManager.default.contents(atPath: "\(folder.path)/store/upload-1/\(name)")
            #expect(stored == FileManager.default.contents(atPath: "\(folder.path)/\(name)"))
        }
        _ = sink.stop()
    }

    @Test func `a recording holds what the sink's holds`() throws {
        let folder = try TemporaryFolder()
        let paths = ["sent", "received"].map { "\(folder.path)/\($0).pcapng" }
        let sink = try SinkProcess(["-o", paths[1]])
        _ = try LiveRun(["send", url(sink), "--record", paths[0]] + Self.fields)
        _ = sink.stop()
        let texts = try paths.map { path in
            try LiveRun(["check", path, "--format", "json", "--digests"], of: "partwise").output
        }
        let requests = try texts.map { text in
            var request = try request(text)
            for name in ["startedAt", "firstFrame", "lastFrame"] { request[name] = nil }
            return NSDictionary(dictionary: request)
        }
        #expect(requests[0] == requests[1])
    }

    @Test func `TLS that was taken off is in the verdict and in the recording`() throws {
        let folder = try TemporaryFolder()
        let paths = ["sent", "received"].map { "\(folder.path)/\($0).pcapng" }
        let sink = try SinkProcess(["-o", paths[1]])
        let url = url(sink, scheme: "https")
        let run = try LiveRun(["send", url, "-k", "--record", paths[0]] + Self.fields)
        _ = sink.stop()
        let texts =
            try [run.output]
            + paths.map { try LiveRun(["check", $0, "--format", "json"], of: "partwise").output }
        for text in texts {
            let exchange = try #require((try json(text)["exchanges"] as? [[String: Any]])?.first)
            let connection = try #require(exchange["connection"] as? [String: Any])
            #expect(connection["tls"] as? String == "TLSv1.3")
            #expect((connection["server"] as? String)?.hasSuffix(":\(sink.port)") ?? false)
            #expect(try request(text)["url"] as? String == url)
        }
    }

    @Test(arguments: [
        ("/307/up", "307 Temporary Redirect"), ("/308/a/b", "308 Permanent Redirect"),
        ("/302/x", "302 Found"),
    ])
    func `a redirect gets the whole form again`(path: String, status: String) throws {
        let sink = try SinkProcess()
        let run = try LiveRun(["send", url(sink, path)] + Self.fields)
        #expect(run.status == 0)
        #expect(run.diagnostics.contains("\(path): \(status)\n"))
        #expect(run.output.contains("\"target\": \"/\(path.dropFirst(5))\""))
        #expect(sink.stop().output.contains("2 uploads with 4 parts"))
    }

    @Test func `credentials are sent where they are asked for, with the whole form`() throws {
        let sink = try SinkProcess()
        #expect(try LiveRun(["send", url(sink, "/401/up")] + Self.fields).status == 1)
        let run = try LiveRun(["send", url(sink, "/401/up"), "--user", "x:y"] + Self.fields)
        #expect(run.status == 0)
        #expect(run.output.contains("\"value\": \"Basic eDp5\""))
        _ = sink.stop()
    }

    @Test func `TLS is spoken with the sink's own certificate, which is to be trusted first`() throws {
        let sink = try SinkProcess()
        let folder = try TemporaryFolder()
        let client = try RawClient(port: sink.port)
        client.send("GET /certificate.pem HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let response = client.receiveAll()
        let pem = try #require(response.range(of: "-----BEGIN"))
        let path = try folder.write(Array(response[pem.lowerBound...].utf8), to: "c.pem")
        let trusting = try LiveRun(["send", url(sink, scheme: "https"), "--cacert", path] + Self.fields)
        #expect(trusting.status == 0)
        #expect(try LiveRun(["send", url(sink, scheme: "https"), "-k"] + Self.fields).status == 0)
        let doubting = try LiveRun(["send", url(sink, scheme: "https")] + Self.fields)
        #expect(doubting.status == 3)
        #expect(doubting.diagnostics.contains("the server's certificate is not trusted: it is self-signed"))
        #expect(sink.stop().output.contains("2 uploads with 4 parts"))
    }

    @Test func `the answer of the photo picker's endpoint leads on to the next URL`() throws {
        let sink = try SinkProcess()
        let folder = try TemporaryFolder()
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + (0..<100).map { UInt8($0) }
        let file = try folder.write(picture, to: "photopicker.jpg")
        let fields = ["-F", "context=42", "-F", "image_file=@\(file)", "--contract", "photo-picker"]
        let next = "https://app.example/next?photo={answer}&c=1"
        let run = try LiveRun(["send", url(sink, "/photo-picker"), "--continue-url", next] + fields)
        #expect(run.status == 0)
        let start = "https://app.example/next?photo=http%3A%2F%2Flocalhost%3A\(sink.port)%2Fpictures%2F"
        #expect(run.output.hasPrefix(start) && run.output.hasSuffix("&c=1\n"))
        let name = run.output.dropFirst(start.count).prefix { $0 != "&" }
        let client = try RawClient(port: sink.port)
        client.send("GET /pictures/\(name) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(client.receiveAllBytes().suffix(picture.count) == picture[...])
        let broken = try LiveRun(
            [
                "send", url(sink, "/photo-picker"), "-F", "image_file=@\(file);filename=a.jpg", "--contract",
                "photo-picker",
            ]
        )
        #expect(broken.status == 1)
        #expect(broken.diagnostics.contains("contract/field-missing"))
        #expect(broken.diagnostics.contains("contract/filename"))
        #expect(broken.diagnostics.hasSuffix("nothing was sent\n"))
        #expect(sink.stop().output.contains("1 upload with 2 parts"))
    }

    @Test func `an early answer is shown, and the rest of the form stays`() throws {
        // What it does not read fills the buffers of the system, and the client has to stop.
        let sink = try SinkProcess(["--read-rate", "65536"])
        let folder = try TemporaryFolder()
        let file = try folder.write([UInt8](repeating: 0x61, count: 20_000_000), to: "a.txt")
        let run = try LiveRun(["send", url(sink, "/early-413/65536/up"), "-F", "f=@\(file)"])
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("The content is refused after "))
        #expect(run.diagnostics.contains("413 Content Too Large"))
        #expect(run.diagnostics.contains("the response came after"))
        let cut = try LiveRun(["send", url(sink, "/close/65536/up"), "-F", "f=@\(file)"])
        #expect(cut.status == 3)
        #expect(cut.diagnostics.contains("no response after"))
        #expect(cut.diagnostics.hasSuffix(": connection reset by peer\n"))
        let result = sink.stop()
        // Neither is the client's fault.
        #expect(!result.output.contains("error["))
    }

    @Test(
        arguments: [
            (["send", "http://127.0.0.1:1/", "-F", "a=b"], Int32(3), "connection refused"),
            (["send", "http://nowhere.invalid/", "-F", "a=b"], 3, "cannot be connected to"),
            (["send", "ftp://h/", "-F", "a=b"], 2, "must begin with http"),
            (["send", "http://h:99999/", "-F", "a=b"], 2, "is not a number from 1 to 65535"),
            (["send", "http://h/"], 2, "Name a field at least"),
            (["send", "http://h/", "-F", "a=@/nowhere"], 3, "/nowhere"),
            (["send", "http://h/", "-F", "a=b", "-H", "x"], 2, "takes a field"),
            (
                ["send", "http://h/", "-F", "a=b", "-H", "Content-type: text/plain"], 2,
                "takes no content-type"
            ),
            (["send", "http://h/", "-F", "a=b", "-H", "content-length: 5"], 2, "takes no content-length"),
            (["send", "http://h/", "-F", "a=b", "--continue-url", "http://h"], 2, "{answer}"),
        ]
    )
    func `what cannot be sent is said in one line`(arguments: [String], status: Int32, text: String) throws {
        let run = try LiveRun(arguments)
        #expect(run.status == status)
        #expect(run.diagnostics.contains(text), "\(run.diagnostics)")
    }

    @Test func `partwise hands its live commands over`() throws {
        for arguments in [["sink", "--help"], ["help", "send"]] {
            let direct = try LiveRun(arguments)
            #expect(direct.status == 0)
            #expect(try LiveRun(arguments, of: "partwise").output == direct.output)
        }
    }

    @Test(arguments: [
        ("Content-Length: 1000\r\n\r\nabc", "breaks off after 3 of 1,000 bytes of its content"),
        ("Content-Le", "breaks off before its content"),
        ("A: \(String(repeating: "b", count: 300_000))\r\n\r\n", "has a head that is longer than is read"),
        (
            "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nwo",
            "breaks off after 7 bytes of its content"
        ),
        ("Transfer-Encoding: chunked\r\n\r\nzz\r\nhello", "is not framed as HTTP/1.1 has it"),
    ])
    func `a response that is not whole is no success`(rest: String, words: String) throws {
        let server = try ScriptedServer { _, _ in .bytes("HTTP/1.1 200 OK\r\n\(rest)") }
        let run = try LiveRun(["send", "http://127.0.0.1:\(server.port)/up", "-F", "a=1"])
        #expect(run.status == 1 && run.diagnostics.contains("the response \(words)"), "\(run.diagnostics)")
    }

    @Test(arguments: ["Content-Length: 100\r\n", "Transfer-Encoding: chunked\r\n\r\n9", ""])
    func `a response that the server's reset breaks off is no success`(fields: String) throws {
        let server = try ScriptedServer { _, _ in .reset("HTTP/1.1 200 OK\r\n\(fields)\r\nabc") }
        let run = try LiveRun(["send", "http://127.0.0.1:\(server.port)/", "-F", "a=b"])
        #expect(run.status == 1)
        #expect(run.diagnostics.contains("breaks off after 3"), "\(run.diagnostics)")
    }

    @Test func `a response whose end does not come is no success`() throws {
        let server = try ScriptedServer { _, _ in .stall("HTTP/1.1 200 OK\r\n\r\nabc") }
        let run = try LiveRun([
            "send", "http://127.0.0.1:\(server.port)/up", "-F", "a=1", "--timeout", "1",
        ])
        #expect(run.status == 1 && run.output == "abc\n")
        let words = "the response does not end: nothing was sent or received for too long"
        #expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    }

    @Test(arguments: ["2;a=b\r\nok\r\n0\r\n\r\n", "2\r\nok\r\n0\r\nX-Checksum: 1\r\n\r\n"])
    func `extensions of chunks and trailers are no fault of a response`(chunks: String) throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let server = try ScriptedServer { _, _ in .bytes(head + chunks) }
        let run = try LiveRun(["send", "http://127.0.0.1:\(server.port)/up", "-F", "a=1"])
        #expect(run.status == 0 && run.output == "ok\n")
        #expect(!run.diagnostics.contains("the response"), "\(run.diagnostics)")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
    func `a recording that cannot be written is no success`() throws {
        let sink = try SinkProcess()
        let path = try Replayed.capture("curl/plain.pcap").path
        for line in [["send", sink.url(), "-F", "a=1"], ["replay", path, "--to", sink.url()]] {
            let run = try LiveRun(line + ["--record", "/dev/full"])
            #expect(run.status == 3 && run.diagnostics.contains("200 OK"), "\(run.diagnostics)")
            #expect(run.diagnostics.contains("recording has stopped: /dev/full: cannot be written: no space"))
        }
        _ = sink.stop()
    }
}
