import TestSupport
import Testing

/// Bytes of clients that are no requests.
struct SinkLineTests {
    @Test(arguments: ["garbage\r\n\r\n", "\u{1}\u{2} no HTTP\r\n", "\r\nno such\u{0}line\n"])
    func `a line that is not a request is answered and named`(text: String) throws {
        let sink = try SinkProcess()
        let client = try RawClient(port: sink.port)
        client.send(Array(text.utf8), inPiecesOf: 5)
        let answer = client.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
        #expect(answer.hasSuffix("The bytes are not a request of HTTP/1.1.\n"), "\(answer)")
        client.finish()
        let result = sink.stop()
        let note = ": the bytes are not a request of HTTP/1.1; the client gets 400\n"
        #expect(result.diagnostics.ranges(of: note).count == 1, "\(result.diagnostics)")
    }

    @Test func `a request after such a line has not its answer, neither in the list nor in the recording`()
        throws
    {
        let folder = try TemporaryFolder()
        let recording = "\(folder.path)/sink.pcapng"
        let sink = try SinkProcess(["-o", recording])
        let client = try RawClient(port: sink.port)
        client.send("garbage line\r\n")
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 400 "))
        client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
        client.finish()
        // Once this is answered, what came before it has been read.
        let other = try RawClient(port: sink.port)
        other.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(other.receiveAll().hasPrefix("HTTP/1.1 200 "))
        let list = sink.stop().output
        #expect(list.contains("/later  –  "), "\(list)")
        let report = try LiveRun(["inspect", recording], of: "partwise").output
        let line = try #require(report.split(separator: "\n").first { $0.contains("/later") })
        #expect(!line.contains("  400  "), "\(report)")
    }

    @Test func `blank lines before a request are none of them`() throws {
        let sink = try SinkProcess()
        let client = try RawClient(port: sink.port)
        client.send("\r\n\r\n")
        client.send("HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 200 "))
        #expect(!sink.stop().diagnostics.contains("not a request"))
    }
}
