import Foundation
import TestSupport
import Testing

/// Requests of HTTP/2 that the proxy looks at one by one.
@Suite(.enabled(if: LiveRun.has("curl"), "needs curl"))
struct ProxyHTTP2Tests {
    private final class Setup {
        let folder: TemporaryFolder
        let sink: SinkProcess
        let proxy: SinkProcess

        init(_ options: [String], in folder: TemporaryFolder) throws {
            self.folder = folder
            sink = try SinkProcess(["-o", "\(folder.path)/sink.pcapng"])
            proxy = try SinkProcess(
                [
                    "--ca-folder", "\(folder.path)/ca", "--insecure", "*",
                    "-o", "\(folder.path)/proxy.pcapng",
                ] + options,
                command: "proxy"
            )
        }

        /// Has curl send a request, or several with options of their own, and gives what it prints.
        func curl(_ options: String, _ requests: [String] = [""]) throws -> String {
            let base = "https://localhost:\(sink.port)"
            let common = "-s --http2 -x 127.0.0.1:\(proxy.port) --cacert \(folder.path)/ca/partwise-ca.pem"
            let line = requests.map { "\(common) \($0)" }.joined(separator: " --next ")
            return try LiveRun(
                shell: "curl -q \(options) \(line)".replacingOccurrences(of: "URL", with: base)
            )
            .output
        }

        /// The exchanges of a recording, as `check` has them.
        func exchanges(_ name: String) throws -> [[String: Any]] {
            let path = "\(folder.path)/\(name).pcapng"
            let text = try LiveRun(["check", path, "--format", "json", "--digests"], of: "partwise").output
            let report = try #require(
                try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            )
            return try #require(report["exchanges"] as? [[String: Any]])
        }
    }

    private static let status = "-o /dev/null -w '%{http_code} %{http_version}\\n'"

    private static func version(_ exchange: [String: Any]) throws -> String {
        try #require((exchange["request"] as? [String: Any])?["version"] as? String)
    }

    private static func parts(_ exchange: [String: Any]) throws -> [String] {
        let form = try #require(exchange["form"] as? [String: Any])
        return try #require(form["parts"] as? [[String: Any]]).map { part in
            [part["name"], part["filename"], part["contentLength"], part["sha256"]]
                .map { ($0 as? String) ?? ($0 as? Int).map(String.init) ?? "-" }
                .joined(separator: " ")
        }
    }

    @Test func `a blocked request is answered over HTTP/2, and others pass over HTTP/2`() throws {
        let folder = try TemporaryFolder()
        let rules = try folder.write(Array("/blocked^\n".utf8), to: "rules.txt")
        let setup = try Setup(["--block", rules], in: folder)
        #expect(try setup.curl("\(Self.status) -F a=1 URL/blocked/up") == "200 2\n")
        #expect(try setup.curl("\(Self.status) -F a=1 URL/up") == "200 2\n")
        #expect(try setup.curl("\(Self.status) -I URL/up").hasSuffix(" 2\n"))
        let said = setup.proxy.stop()
        #expect(
            said.diagnostics.contains("request 2 is blocked by /blocked^ (\(rules):1)"),
            "\(said.diagnostics)"
        )
        _ = setup.sink.stop()
        let taken = try setup.exchanges("sink")
        #expect(try taken.map(Self.version) == ["HTTP/2", "HTTP/2"])
        #expect(try setup.exchanges("proxy").map(Self.version).count { $0 == "HTTP/2" } == 3)
        let recording = try #require(FileManager.default.contents(atPath: "\(folder.path)/proxy.pcapng"))
        #expect(recording.range(of: Data("stream 1: blocked by /blocked^ (\(rules):1)".utf8)) != nil)
    }

    @Test func `a file takes the place of a field of a form that comes over HTTP/2`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }, to: "sea.png")
        let setup = try Setup(["--attach", "photo=@\(file)", "--for", "/up^"], in: folder)
        #expect(try setup.curl("\(Self.status) -F a=1 -F photo=none URL/up") == "200 2\n")
        let said = setup.proxy.stop()
        #expect(said.diagnostics.contains("'photo' holds \(file) (200,000 bytes)"), "\(said.diagnostics)")
        _ = setup.sink.stop()
        let taken = try setup.exchanges("sink")
        try #require(taken.count == 1)
        #expect(try Self.version(taken[0]) == "HTTP/2")
        #expect(try Self.parts(taken[0])[1].hasPrefix("photo sea.png 200000"))
        #expect(
            (taken[0]["findings"] as? [[String: Any]])?.allSatisfy { $0["severity"] as? String == "note" }
                == true
        )
    }

    @Test(arguments: [[], ["--map"]])
    func `long uploads that share a connection arrive unchanged`(map: [String]) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 167) }, to: "a.bin")
        let plain = try SinkProcess(["-o", "\(folder.path)/plain.pcapng"])
        let options =
            map.isEmpty ? ["--set-field", "X-Changed: yes"] : ["--map", "http://localhost:\(plain.port)"]
        let setup = try Setup(options, in: folder)
        let one = "\(Self.status) -F file=@\(file) URL/up"
        let statuses = try setup.curl("-Z", Array(repeating: one, count: 4))
        #expect(statuses == String(repeating: "200 2\n", count: 4))
        _ = setup.proxy.stop()
        _ = setup.sink.stop()
        _ = plain.stop()
        let taken = try setup.exchanges(map.isEmpty ? "sink" : "plain")
        #expect(taken.count == 4)
        let sent = try setup.exchanges("proxy").filter { $0["form"] is [String: Any] }
        #expect(sent.count == 4)
        let parts = Set(try (taken + sent).flatMap(Self.parts))
        #expect(parts.count == 1, "\(parts)")
        #expect(
            try taken.map(Self.version) == Array(repeating: map.isEmpty ? "HTTP/2" : "HTTP/1.1", count: 4)
        )
    }

    @Test func `a client that resets a stream, or leaves, ends its request alone`() throws {
        let folder = try TemporaryFolder()
        let setup = try Setup(["--set-field", "X-Changed: yes"], in: folder)
        let slow = "-m 1 --limit-rate 10k -F file=@/dev/zero"
        _ = try setup.curl(
            "\(Self.status) \(slow.replacingOccurrences(of: "@/dev/zero", with: "@-")) URL/up </dev/zero"
        )
        #expect(try setup.curl("\(Self.status) -F a=1 URL/up") == "200 2\n")
        #expect(try setup.curl("\(Self.status) -F a=1 URL/early-413/10/up").hasPrefix("413 2"))
        #expect(setup.proxy.stop().status == 0)
    }

    @Test func `what a server says in advance reaches a client of HTTP/2`() throws {
        let folder = try TemporaryFolder()
        let server = try ScriptedServer { _, _ in
            .bytes(
                "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes"
            )
        }
        let setup = try Setup(["--map", "http://localhost:\(server.port)"], in: folder)
        let heads = try setup.curl("-i -F a=1 URL/up").replacing("\r\n", with: "\n")
        #expect(heads.contains("HTTP/2 103 \nlink: </a.css>; rel=preload\n\nHTTP/2 200 \n"), "\(heads)")
        #expect(heads.hasSuffix("yes"), "\(heads)")
        _ = setup.proxy.stop()
        _ = setup.sink.stop()
        let response = try #require(try setup.exchanges("proxy").last?["response"] as? [String: Any])
        #expect(response["informational"] as? [Int] == [103])
    }

    @Test func `a server that is gone is answered 502 over HTTP/2`() throws {
        let folder = try TemporaryFolder()
        let setup = try Setup(["--set-field", "X-Changed: yes"], in: folder)
        _ = setup.sink.stop()
        #expect(try setup.curl("\(Self.status) -F a=1 URL/up") == "502 2\n")
    }

    @Test(arguments: [
        (11, nil, "HTTP/2 stream 1 was not closed cleanly: ENHANCE_YOUR_CALM (err 11)"),
        (2, nil, "HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)"),
        (10, "begun", "begunHTTP/2 stream 1 was not closed cleanly: CONNECT_ERROR (err 10)"),
    ])
    func `a stream that the server resets is reset with the same code`(
        code: Int,
        content: String?,
        said: String
    ) throws {
        let folder = try TemporaryFolder()
        let server = try ResettingServer(code: code, after: content)
        let setup = try Setup(["--set-field", "X-Changed: yes"], in: folder)
        let url = "https://localhost:\(server.port)/up"
        let heard = try setup.curl("-w '%{errormsg}\\n' -F a=1 \(url)")
        #expect(heard.hasPrefix(said), "\(heard)")
        let name = said.split(separator: " ").dropLast(2).last ?? ""
        let note = "localhost:\(server.port): the server reset the stream with \(name); so is the client's"
        #expect(setup.proxy.stop().diagnostics.contains(note))
        _ = setup.sink.stop()
    }

    @Test func `a server of HTTP 1 that closes without an answer is answered 502 over HTTP/2`() throws {
        let folder = try TemporaryFolder()
        let server = try ScriptedServer { _, _ in .close }
        let setup = try Setup(["--map", "http://localhost:\(server.port)"], in: folder)
        #expect(try setup.curl("\(Self.status) -F a=1 URL/up") == "502 2\n")
        _ = setup.proxy.stop()
        _ = setup.sink.stop()
    }
}
