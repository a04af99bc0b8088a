import Foundation
import TestSupport
import Testing

/// Forms that the proxy rewrites as far as the request lets it, and files that it answers with.
struct ProxyFormTests {
    private let folder: TemporaryFolder
    private let sink: SinkProcess

    init() throws {
        folder = try TemporaryFolder()
        sink = try SinkProcess(["-o", "\(folder.path)/sink.pcapng"])
    }

    private func proxy(_ options: [String]) throws -> SinkProcess {
        try SinkProcess(["--ca-folder", "\(folder.path)/ca", "--insecure", "*"] + options, command: "proxy")
    }

    private func file(_ text: String, _ name: String) throws -> String {
        try folder.write(Array(text.utf8), to: name)
    }

    /// What the sink was sent, as bytes of its recording.
    private func taken() throws -> Data {
        _ = sink.stop()
        return try #require(FileManager.default.contents(atPath: "\(folder.path)/sink.pcapng"))
    }

    private static let type = "Content-Type: multipart/form-data; boundary=B\r\n"

    /// The head of an upload.
    private func head(_ fields: String, _ method: String = "POST", _ version: String = "1.1") -> String {
        "\(method) http://127.0.0.1:\(sink.port)/up HTTP/\(version)\r\nHost: h\r\n\(Self.type)\(fields)\r\n"
    }

    /// A form with one field.
    private static func form(_ value: String = "x") -> String {
        "--B\r\nContent-Disposition: form-data; name=\"photo\"\r\n\r\n\(value)\r\n--B--\r\n"
    }

    @Test func `a form in chunks is rewritten, and keeps what is around the chunks`() throws {
        let proxy = try proxy(["--attach", "photo=@\(try file("hi", "f.txt"))"])
        let client = try RawClient(port: proxy.port)
        let body = Self.form()
        client.send(
            head("Transfer-Encoding: chunked\r\n")
                + "\(String(body.utf8.count, radix: 16));a=b\r\n\(body)\r\n0\r\nX: y\r\n\r\n"
        )
        #expect(client.receive(until: "\n  }\n}\n").hasPrefix("HTTP/1.1 200"))
        #expect(!proxy.stop().diagnostics.contains("left out"))
        let taken = try taken()
        #expect(taken.range(of: Data("; filename=\"f.txt\"\r\n".utf8)) != nil)
        #expect(taken.range(of: Data("\r\n0\r\nX: y\r\n\r\n".utf8)) != nil)
    }

    @Test func `files for one field follow each other in its place`() throws {
        let proxy = try proxy([
            "--attach", "photo=@\(try file("one", "1.txt"))", "--attach",
            "photo=@\(try file("two", "2.txt"))",
        ])
        let client = try RawClient(port: proxy.port)
        client.send(head("Content-Length: \(Self.form().utf8.count)\r\n") + Self.form())
        #expect(client.receive(until: "\n  }\n}\n").hasPrefix("HTTP/1.1 200"))
        let said = proxy.stop().diagnostics
        #expect(said.contains("1.txt (3 bytes)") && said.contains("2.txt (3 bytes)"), "\(said)")
        #expect(!said.contains("no part"))
        #expect(sink.stop().output.contains("2 parts"))
    }

    @Test(arguments: ["PUT", "PATCH"])
    func `that forms of other methods are not rewritten is said`(_ method: String) throws {
        let proxy = try proxy(["--attach", "photo=@\(try file("hi", "f.txt"))"])
        let client = try RawClient(port: proxy.port)
        client.send(head("Content-Length: \(Self.form().utf8.count)\r\n", method) + Self.form())
        #expect(client.receive(until: "\n  }\n}\n").hasPrefix("HTTP/1.1 200"))
        let said = proxy.stop().diagnostics
        #expect(
            said.contains("request 1: the form was passed on as it is: its method is not POST\n"),
            "\(said)"
        )
        #expect(try taken().range(of: Data("f.txt".utf8)) == nil)
    }

    @Test(arguments: [(100, true), (1 << 20, false)])
    func `a form of HTTP 1.0 is rewritten where its length can be declared`(_ length: Int, isRewritten: Bool)
        throws
    {
        let proxy = try proxy(["--attach", "photo=@\(try file("hi", "f.txt"))"])
        let client = try RawClient(port: proxy.port)
        let form = Self.form(String(repeating: "x", count: length))
        client.send(head("Content-Length: \(form.utf8.count)\r\n", "POST", "1.0") + form)
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 200"))
        let said = proxy.stop().diagnostics
        let reason =
            "the form was passed on as it is: it is longer than 1 MiB, and the client speaks HTTP/1.0"
        #expect(said.contains(reason) == !isRewritten, "\(said)")
        let taken = try taken()
        #expect((taken.range(of: Data("f.txt".utf8)) != nil) == isRewritten)
        #expect(taken.range(of: Data("chunked".utf8)) == nil)
    }

    @Test func `a page of another origin may read a file in place of an answer`() throws {
        let page = try file("{}", "page.json")
        let proxy = try proxy(["--map-file", page])
        let client = try RawClient(port: proxy.port)
        client.send("GET http://api.example/ HTTP/1.1\r\nHost: h\r\nOrigin: https://a.example\r\n\r\n")
        let answer = client.receiveAll().lowercased()
        #expect(answer.contains("\r\naccess-control-allow-origin: https://a.example\r\n"), "\(answer)")
        #expect(answer.hasSuffix("\r\n\r\n{}"))
        _ = proxy.stop()
    }

    @Test(.enabled(if: LiveRun.has("curl", "mkfifo"), "needs curl and mkfifo"))
    func `a file that has become a pipe is answered 502`() throws {
        let page = try file("{}", "page.json")
        let proxy = try proxy(["--map-file", page])
        let run = try LiveRun(
            shell: "rm '\(page)' && mkfifo '\(page)' && curl -q -sS -m 20 -o /dev/null -w '%{http_code}' "
                + "-x 127.0.0.1:\(proxy.port) http://api.example/"
        )
        #expect(run.output == "502", "\(run.diagnostics)")
        #expect(proxy.stop().diagnostics.contains("page.json cannot be read; the client gets 502"))
    }

    @Test(.enabled(if: LiveRun.has("curl"), "needs curl"))
    func `a stream that is cut off as asked for is reported so`() throws {
        let proxy = try proxy(["--cut", "50"])
        let run = try LiveRun(
            shell:
                "curl -q -sS -m 20 --http2 -F a=\(String(repeating: "x", count: 100)) --cacert \(folder.path)/ca/partwise-ca.pem "
                + "-x 127.0.0.1:\(proxy.port) https://localhost:\(sink.port)/up"
        )
        #expect(run.status == 92, "\(run.diagnostics)")
        let said = proxy.stop()
        #expect(said.output.contains("closed by the proxy, as asked for"), "\(said.output)")
    }

    @Test func `the beginning of a request that does not wait for the tunnel is refused`() throws {
        let proxy = try proxy(["--set-field", "X-Changed: yes"])
        let client = try RawClient(port: proxy.port)
        client.send("CONNECT 127.0.0.1:\(sink.port) HTTP/1.1\r\nHost: h\r\n\r\nGET /ear")
        #expect(client.receive(until: "\r\n").hasPrefix("HTTP/1.1 400 "))
        _ = proxy.stop()
    }
}
