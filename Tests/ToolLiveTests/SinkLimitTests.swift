import TestSupport
import Testing

/// How much the sink takes, and how slowly.
struct SinkLimitTests {
    private static func answer(_ length: Int, to path: String = "/", _ options: [String]) throws -> String {
        let sink = try SinkProcess(options)
        let client = try RawClient(port: sink.port)
        client.send("POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n")
        client.send([UInt8](repeating: 0x61, count: length))
        let answer = client.receive(until: "\r\n\r\n")
        _ = sink.stop()
        return String(answer.prefix(13))
    }

    @Test func `a body is refused that is longer than is allowed, and not one as long`() throws {
        #expect(try Self.answer(10, ["--max-body", "10"]) == "HTTP/1.1 200 ")
        #expect(try Self.answer(11, ["--max-body", "10"]) == "HTTP/1.1 413 ")
    }

    @Test func `a body that would be refused is not asked for`() throws {
        let sink = try SinkProcess(["--max-body", "10"])
        for (length, status) in [(10, "100"), (11, "413")] {
            let client = try RawClient(port: sink.port)
            client.send(
                "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: \(length)\r\n\r\n"
            )
            #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(status) "))
        }
        _ = sink.stop()
    }

    @Test(arguments: [
        "POST / HT", "POST / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n",
    ])
    func `a client that stops within its head is told so`(_ head: String) throws {
        let sink = try SinkProcess(["--timeout", "1"])
        let client = try RawClient(port: sink.port)
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        client.send(head)
        let answer = client.receiveAll()
        #expect(answer.contains("HTTP/1.1 408 "), "\(answer)")
        #expect(answer.contains("The head of the request has no end"), "\(answer)")
        _ = sink.stop()
    }

    @Test func `a client that sends nothing more gets no answer for it`() throws {
        let sink = try SinkProcess(["--timeout", "1"])
        let client = try RawClient(port: sink.port)
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(!client.receiveAll().contains("HTTP/1.1 408"))
        _ = sink.stop()
    }

    @Test func `a client that the sink reads slowly is not too slow`() throws {
        #expect(try Self.answer(300_000, to: "/slow/65536/", ["--timeout", "1"]) == "HTTP/1.1 200 ")
    }

    @Test(
        .enabled(if: LiveRun.has("curl")),
        arguments: ["-k https", "--http2-prior-knowledge http"]
    )
    func `a head that is too long for HTTP/2 ends the connection at once`(way: String) throws {
        let sink = try SinkProcess()
        let field = "X-Long: \(String(repeating: "a", count: 17_000))"
        let curl = "curl -s -m 20 --http2 -H '\(field)' -F a=b \(way)://127.0.0.1:\(sink.port)/"
        let run = try LiveRun(shell: curl)
        #expect(run.status != 0 && run.status != 28)
        let said = sink.stop()
        #expect(said.diagnostics.contains("head is longer than 16 KiB"), "\(said.diagnostics)")
    }

    @Test(arguments: ["9223372036854775807", "99999999999999999999"])
    func `what ends before a length that nothing has is refused`(length: String) throws {
        let sink = try SinkProcess()
        let client = try RawClient(port: sink.port)
        client.send(
            "POST /up HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n"
                + "Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n"
        )
        client.finish()
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 400 "))
        _ = sink.stop()
    }
}
