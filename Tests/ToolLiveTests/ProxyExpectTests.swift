import TestSupport
import Testing

/// What the recording proxy does with the content of a request that had its answer before it was asked for.
struct ProxyExpectTests {
    private typealias Running = ProxyTests.Running

    private static let refusal = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n"

    private static func head(_ port: Int) -> String {
        "POST http://127.0.0.1:\(port)/a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 36\r\n\r\n"
    }

    @Test func `content that reads as a request is no request for the server`() throws {
        let server = try SpeakingServer { _ in Self.refusal }
        let proxy = try Running()
        let client = try RawClient(port: proxy.process.port)
        client.send(Self.head(server.port))
        #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
        client.send("GET http://127.0.0.1:\(server.port)/b HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receiveAll().isEmpty)
        client.finish()
        #expect(server.heard.hasPrefix("POST /a "))
        #expect(!server.heard.contains("/b"))
        let said = proxy.process.stop().diagnostics
        #expect(said.contains("request 2 came where the content of request 1 was due"), "\(said)")
    }

    @Test func `other content is passed on`() throws {
        let server = try SpeakingServer {
            // The content may come as a piece of its own, before the next request.
            $0.contains("POST")
                ? Self.refusal : $0.contains("GET /b ") ? "HTTP/1.1 204 No Content\r\n\r\n" : nil
        }
        let proxy = try Running()
        let client = try RawClient(port: proxy.process.port)
        client.send(Self.head(server.port))
        #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
        client.send("--AaB03x\r\n012345678901234567890123\r\n")
        client.send("GET http://127.0.0.1:\(server.port)/b HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 204 "))
        #expect(server.heard.contains("0123\r\nGET /b HTTP/1.1\r\n"))
        client.finish()
        _ = proxy.process.stop()
    }

    @Test func `content that was asked for may read as a request`() throws {
        let server = try SpeakingServer {
            $0.contains("Expect") ? "HTTP/1.1 100 Continue\r\n\r\n" : "HTTP/1.1 204 No Content\r\n\r\n"
        }
        let proxy = try Running()
        let client = try RawClient(port: proxy.process.port)
        client.send(Self.head(server.port))
        #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
        client.send("GET / HTTP/1.1\r\nHost: 0123456789\r\n\r\n")
        #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 204 "))
        #expect(server.heard.hasSuffix("\r\n\r\nGET / HTTP/1.1\r\nHost: 0123456789\r\n\r\n"))
        client.finish()
        _ = proxy.process.stop()
    }
}
