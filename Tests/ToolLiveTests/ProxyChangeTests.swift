import Foundation
import TestSupport
import Testing

/// Requests that the proxy changes while they pass.
struct ProxyChangeTests {
    private final class Setup {
        let folder: TemporaryFolder
        let sink: SinkProcess
        let proxy: SinkProcess

        init(_ options: [String], in folder: TemporaryFolder) throws {
            self.folder = folder
            sink = try SinkProcess(["-o", "\(folder.path)/sink.pcapng"])
            proxy = try SinkProcess(
                [
                    "--ca-folder", "\(folder.path)/ca", "--insecure", "*", "-o",
                    "\(folder.path)/proxy.pcapng",
                ] + options,
                command: "proxy"
            )
        }

        func send(_ url: String, _ options: [String]) throws -> LiveRun {
            try LiveRun(
                [
                    "send", url, "--proxy", "127.0.0.1:\(proxy.port)",
                    "--cacert", "\(folder.path)/ca/partwise-ca.pem",
                ] + options
            )
        }

        /// The requests that the sink took, as `check` has them.
        func taken() throws -> [[String: Any]] {
            _ = sink.stop()
            return try Self.exchanges("\(folder.path)/sink.pcapng")
        }

        static func exchanges(_ path: String) throws -> [[String: Any]] {
            let text = try LiveRun(["check", path, "--format", "json", "--digests"], of: "partwise").output
            let report = try #require(
                try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            )
            return try #require(report["exchanges"] as? [[String: Any]])
        }
    }

    /// The names, filenames, types and lengths of the parts.
    private static func parts(_ exchange: [String: Any]) throws -> [String] {
        let form = try #require(exchange["form"] as? [String: Any])
        return try #require(form["parts"] as? [[String: Any]]).map { part in
            [part["name"], part["filename"], part["contentType"], part["contentLength"]]
                .map { ($0 as? String) ?? ($0 as? Int).map(String.init) ?? "-" }
                .joined(separator: " ")
        }
    }

    /// The worst of the findings that are more than notes.
    private static func worst(_ exchange: [String: Any]) throws -> String? {
        let findings = try #require(exchange["findings"] as? [[String: Any]])
        return findings.first { $0["severity"] as? String != "note" }?["rule"] as? String
    }

    private static func fields(_ exchange: [String: Any]) throws -> [String: String] {
        let request = try #require(exchange["request"] as? [String: Any])
        let fields = try #require(request["fields"] as? [[String: Any]])
        return Dictionary(
            fields.map { (($0["name"] as? String ?? "").lowercased(), $0["value"] as? String ?? "") },
            uniquingKeysWith: { $0 + ", " + $1 }
        )
    }

    @Test(arguments: ["http", "https"], [[], ["--chunked"], ["--expect"]])
    func `a file takes the place of a field`(scheme: String, options: [String]) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }, to: "sea.png")
        let setup = try Setup(
            ["--attach", "photo=@\(file)", "--drop-field", "old", "--for", "/up^"],
            in: folder
        )
        let form = ["-F", "a=1", "-F", "photo=none", "-F", "old=x", "-F", "b=2"] + options
        let base = "\(scheme)://localhost:\(setup.sink.port)"
        #expect(try setup.send("\(base)/up", form).status == 0)
        #expect(try setup.send("\(base)/other", form).status == 0)
        let said = setup.proxy.stop()
        #expect(said.diagnostics.contains("'photo' holds \(file) (200,000 bytes)"), "\(said.diagnostics)")
        #expect(said.diagnostics.contains("'old' was left out"))
        let taken = try setup.taken()
        try #require(taken.count == 2)
        #expect(try Self.parts(taken[0]) == ["a - - 1", "photo sea.png image/png 200000", "b - - 1"])
        #expect(try Self.parts(taken[1]).count == 4)
        #expect(
            try Self.fields(taken[0])["transfer-encoding"] == (options == ["--chunked"] ? "chunked" : nil)
        )
        for exchange in taken { #expect(try Self.worst(exchange) == nil) }
        let recording = try #require(FileManager.default.contents(atPath: "\(folder.path)/proxy.pcapng"))
        #expect(recording.range(of: Data("passed on rewritten: 'photo' holds".utf8)) != nil)
    }

    @Test func `a file of changes is read again when it was saved`() async throws {
        let folder = try TemporaryFolder()
        let changes = try folder.write(Array("# none yet\n".utf8), to: "changes.txt")
        let setup = try Setup(["--changes", changes], in: folder)
        let url = "https://localhost:\(setup.sink.port)/up"
        #expect(try setup.send(url, ["-F", "a=1", "-F", "old=x"]).output.contains("\"old\""))
        _ = try folder.write(Array("# one\n/up^ drop old\n/up^ set-field X-A: 1\n".utf8), to: "changes.txt")
        var isChanged = false
        for _ in 0..<40 where !isChanged {
            try await Task.sleep(for: .milliseconds(200))
            let answer = try setup.send(url, ["-F", "a=1", "-F", "old=x"]).output
            isChanged = !answer.contains("\"old\"") && answer.contains("X-A")
        }
        #expect(isChanged)
        _ = try folder.write(Array("/up^ keep old\n".utf8), to: "changes.txt")
        try await Task.sleep(for: .seconds(3))
        #expect(try !setup.send(url, ["-F", "a=1", "-F", "old=x"]).output.contains("\"old\""))
        let said = setup.proxy.stop().diagnostics
        #expect(said.contains("read the changes again: there are 2\n"), "\(said)")
        #expect(said.contains("the changes stay as they were: \(changes):1: must be a pattern"), "\(said)")
        _ = setup.sink.stop()
    }

    @Test func `a long form streams, and gets another boundary where the file holds its own`() throws {
        let folder = try TemporaryFolder()
        let marked = try folder.write(Array("x\r\n--marked-boundary\r\ny".utf8), to: "m.txt")
        let long = try folder.write([UInt8](repeating: 7, count: 3_000_000), to: "long.bin")
        let setup = try Setup(["--attach", "photo=@\(marked)"], in: folder)
        let url = "http://localhost:\(setup.sink.port)/up"
        let form = ["--boundary", "marked-boundary", "-F", "photo=none"]
        #expect(try setup.send(url, form).status == 0)
        #expect(try setup.send(url, form + ["-F", "long=@\(long)"]).status == 0)
        let said = setup.proxy.stop()
        #expect(said.diagnostics.components(separatedBy: "a file holds the boundary").count == 3)
        #expect(said.diagnostics.contains("request 2: the form is longer than 1,048,576 bytes"))
        let taken = try setup.taken()
        try #require(taken.count == 2)
        #expect(try Self.parts(taken[0]) == ["photo m.txt text/plain 23"])
        #expect(try Self.parts(taken[1]).first == "photo m.txt text/plain 23")
        #expect(try Self.parts(taken[1]).count == 2)
        #expect(try Self.fields(taken[0])["content-length"] != nil)
        #expect(try Self.fields(taken[1])["transfer-encoding"] == "chunked")
        for exchange in taken { #expect(try Self.worst(exchange) == nil) }
    }

    @Test func `a faulty form passes as it is`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array("png".utf8), to: "sea.png")
        let setup = try Setup(["--attach", "photo=@\(file)"], in: folder)
        let body = "--B\r\nContent-Disposition: form-data; name=\"photo\"\r\n\r\nnone"
        let client = try RawClient(port: setup.proxy.port)
        let request =
            "POST http://localhost:\(setup.sink.port)/up HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            + "Content-Type: multipart/form-data; boundary=B\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            + body
        client.send(Array(request.utf8))
        #expect(String(decoding: client.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 400"))
        let said = setup.proxy.stop()
        #expect(said.diagnostics.contains("the form was passed on as it is: it ends before its close"))
        let taken = try setup.taken()
        #expect(try Self.fields(taken[0])["content-length"] == "\(body.utf8.count)")
    }

    @Test(arguments: ["http", "https"])
    func `a host is mapped to a server, and a path to a file`(scheme: String) throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(Array("alert(1)".utf8), to: "a.js")
        let sink = try SinkProcess()
        let rules = try folder.write(
            Array(
                """
                ! Hosts that are not known get an answer all the same.
                ||app.example^ map \(scheme == "http" ? "https" : "http")://localhost:\(sink.port)
                ||app.example^ set-field X-Trial: 1
                ||app.example^ remove-field User-Agent
                ||app.example/a.js^ map-file \(script)
                """.utf8
            ),
            to: "changes.txt"
        )
        let setup = try Setup(["--changes", rules], in: folder)
        let run = try setup.send("\(scheme)://app.example/up", ["-F", "a=1"])
        #expect(run.status == 0, "\(run.diagnostics)")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        )
        let exchange = try #require((report["exchanges"] as? [[String: Any]])?.first)
        let fields = try Self.fields(exchange)
        #expect(fields["host"] == "localhost:\(sink.port)")
        #expect(fields["x-trial"] == "1" && fields["user-agent"] == nil)
        let file = try setup.send("\(scheme)://app.example/a.js", ["-F", "a=1"])
        #expect(file.output.trimmingCharacters(in: .newlines) == "alert(1)" && file.status == 0)
        #expect(try setup.send("\(scheme)://other.example/", ["-F", "a=1"]).status != 0)
        _ = setup.proxy.stop()
    }

    @Test func `requests are held, slowed down and cut off as asked for`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write([UInt8](repeating: 1, count: 60_000), to: "f.bin")
        let rules = try folder.write(
            Array("/held^ delay 400ms\n/slowed^ throttle 100k\n/cut^ cut 20k\n".utf8),
            to: "changes.txt"
        )
        let setup = try Setup(["--changes", rules], in: folder)
        func time(_ path: String) throws -> (seconds: Double, run: LiveRun) {
            let clock = ContinuousClock()
            let start = clock.now
            let run = try setup.send("http://localhost:\(setup.sink.port)\(path)", ["-F", "f=@\(file)"])
            return (Double((clock.now - start) / .milliseconds(1)) / 1_000, run)
        }
        // A load can make these longer, never shorter.
        let held = try time("/held")
        #expect(held.run.status == 0 && held.seconds >= 0.4)
        let slowed = try time("/slowed")
        #expect(slowed.run.status == 0 && slowed.seconds >= 0.55)
        #expect(try time("/cut").run.status != 0)
        let said = setup.proxy.stop()
        #expect(said.diagnostics.contains("request 3: the connection was closed, as asked for"))
        #expect(said.output.contains("closed by the proxy, as asked for"), "\(said.output)")
        let taken = try setup.taken()
        try #require(taken.count == 3)
        let cut = try #require(taken[2]["request"] as? [String: Any])
        #expect((cut["body"] as? [String: Any])?["length"] as? Int == 20_000, "\(cut)")
    }

    @Test(arguments: ["http", "https"])
    func `what servers get is recorded apart, and all of it as HAR at the end`(scheme: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array("png".utf8), to: "sea.png")
        let (upstream, har) = ("\(folder.path)/up.pcapng", "\(folder.path)/out.har")
        let setup = try Setup(
            ["--attach", "photo=@\(file)", "--upstream-record", upstream, "--har", har],
            in: folder
        )
        let url = "\(scheme)://localhost:\(setup.sink.port)/up"
        #expect(try setup.send(url, ["-F", "photo=none"]).status == 0)
        #expect(setup.proxy.stop().status == 0)
        let taken = try #require(try setup.taken().first)
        let passed = try #require(try Setup.exchanges(upstream).first)
        #expect(
            try Self.parts(passed) == Self.parts(taken) && Self.parts(passed) == ["photo sea.png image/png 3"]
        )
        #expect(try Self.fields(passed) == Self.fields(taken))
        #expect((passed["request"] as? [String: Any])?["url"] as? String == url)
        let archived = try Setup.exchanges(har).filter { $0["form"] is [String: Any] }
        #expect(try archived.map(Self.parts) == [["photo - - 4"]])
        let mode = try FileManager.default.attributesOfItem(atPath: har)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(arguments: [
        (["/a", "/a"], "request 1: passed to ORIGIN; request 2: passed to ORIGIN"),
        (["/b", "/a"], "request 2: passed to ORIGIN"), (["/a", "/b"], "request 1: passed to ORIGIN"),
        (["/a"], "passed to ORIGIN"),
    ])
    func `where requests come before their answers, comments name theirs`(paths: [String], comment: String)
        throws
    {
        let folder = try TemporaryFolder()
        let recording = "\(folder.path)/proxy.pcapng"
        let sink = try SinkProcess()
        let origin = "http://127.0.0.1:\(sink.port)"
        let proxy = try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "-o", recording, "--map", origin, "--for", "/a^"],
            command: "proxy"
        )
        let client = try RawClient(port: proxy.port)
        client.send(paths.map { "GET \(origin)\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
        client.finish()
        let answers = client.receiveAll().components(separatedBy: "HTTP/1.1 ").count - 1
        #expect(answers == paths.count)
        _ = proxy.stop()
        _ = sink.stop()
        let bytes = try #require(FileManager.default.contents(atPath: recording))
        let text = String(decoding: bytes, as: UTF8.self)
        let wanted = comment.replacing("ORIGIN", with: origin)
        #expect(text.contains(wanted), "\(text.components(separatedBy: "passed to").count)")
        #expect(
            text.components(separatedBy: "passed to").count
                == wanted.components(separatedBy: "passed to").count
        )
    }
}
