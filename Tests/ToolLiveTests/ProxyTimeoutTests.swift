import TestSupport
import Testing

/// What the recording proxy does where nothing comes any more.
struct ProxyTimeoutTests {
    private typealias Running = ProxyTests.Running

    @Test func `a server that does not answer in time is answered for`() throws {
        let sink = try SinkProcess()
        let proxy = try Running(["--timeout", "1"])
        let client = try RawClient(port: proxy.process.port)
        client.send("GET http://127.0.0.1:\(sink.port)/late/30/ HTTP/1.1\r\nHost: h\r\n\r\n")
        let answer = client.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 504 "))
        #expect(answer.hasSuffix("127.0.0.1:\(sink.port): no response for 1 s\n"))
        #expect(proxy.process.stop().diagnostics.contains("the client gets 504"))
        _ = sink.stop()
    }

    @Test func `a client that stops within its body is told so`() throws {
        let sink = try SinkProcess()
        let proxy = try Running(["--timeout", "1"])
        let client = try RawClient(port: proxy.process.port)
        client.send("POST http://127.0.0.1:\(sink.port)/ HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n0")
        let answer = client.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 408 "))
        #expect(answer.hasSuffix("the client sent 1 byte of its body, and then nothing for 1 s\n"))
        #expect(proxy.process.stop().diagnostics.contains("the client gets 408"))
        _ = sink.stop()
    }

    @Test func `a client that stops within its head is told so`() throws {
        let proxy = try Running(["--timeout", "1"])
        let client = try RawClient(port: proxy.process.port)
        client.send("POST http://127.0.0.1:1/ HTTP/1.1\r\nHost: h\r\nContent-Le")
        let answer = client.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 408 "))
        #expect(answer.hasSuffix("the head of its request without the end, and then nothing for 1 s\n"))
        let said = proxy.process.stop()
        #expect(said.diagnostics.contains("the client gets 408"))
        #expect(!said.diagnostics.contains("breaks off"))
    }

    @Test func `a client that says nothing is left without a word`() throws {
        let proxy = try Running(["--timeout", "1"])
        #expect(try RawClient(port: proxy.process.port).receiveAll().isEmpty)
        #expect(!proxy.process.stop().diagnostics.contains("gets 408"))
    }

    @Test func `a reset of the server in a response without a length reaches the client as one`() throws {
        let server = try ScriptedServer { _, _ in .reset("HTTP/1.1 200 OK\r\n\r\npart") }
        let proxy = try Running()
        let client = try RawClient(port: proxy.process.port)
        client.send("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receiveAll().hasSuffix("part"))
        #expect(client.wasReset)
        #expect(proxy.process.stop().diagnostics.contains("the response breaks off after 4 bytes"))
    }

    @Test(arguments: [
        "Content-Length: 1000\r\n\r\n--q\r\nContent-Disposition: form-data; name=\"photo\"\r\n\r\n\r\n--q--\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\n--q\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\n--q\r\nxx",
    ])
    func `a form that is to be rewritten and breaks off at once is answered at once`(_ rest: String) throws {
        let sink = try SinkProcess()
        let folder = try TemporaryFolder()
        let file = try folder.write([1, 2, 3], to: "photo.bin")
        let proxy = try Running(["--attach", "photo=@\(file)"])
        let client = try RawClient(port: proxy.process.port)
        client.send(
            "POST http://127.0.0.1:\(sink.port)/ HTTP/1.1\r\nHost: h\r\n"
                + "Content-Type: multipart/form-data; boundary=q\r\n\(rest)"
        )
        client.finish()
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 400 "))
        #expect(proxy.process.stop().diagnostics.contains("the form was not passed on"))
        #expect(!sink.stop().output.contains("POST"))
    }

    @Test func `of a response without a length the client sees that the end is missing`() throws {
        let server = try SpeakingServer { _ in "HTTP/1.1 200 OK\r\n\r\npart" }
        let proxy = try Running(["--timeout", "1"])
        let client = try RawClient(port: proxy.process.port)
        client.send("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receiveAll().hasSuffix("\r\npart"))
        #expect(client.wasReset)
        let said = proxy.process.stop().diagnostics
        #expect(
            said.contains("the response breaks off after 4 bytes of its body: nothing passed for 1 s"),
            "\(said)"
        )
    }
}
