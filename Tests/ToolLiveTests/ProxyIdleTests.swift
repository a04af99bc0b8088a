import Foundation
import TestSupport
import Testing

/// When a proxy closes connections on which nothing passes.
struct ProxyIdleTests {
    @Test(arguments: [false, true])
    func `a connection is closed once nothing passes, and not before`(isSecure: Bool) throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess()
        let proxy = try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "--timeout", "3"]
                + (isSecure ? ["--reverse", "http://127.0.0.1:\(sink.port)"] : []),
            command: "proxy"
        )
        let client = try RawClient(port: proxy.port)
        if isSecure {
            // The beginning of a TLS handshake that does not go on.
            let start = ContinuousClock.now
            client.send([0x16, 3, 1, 0, 200, 1])
            #expect(client.receiveAllBytes().isEmpty)
            #expect(ContinuousClock.now - start > .seconds(2))
        } else {
            // Longer than the time all together, and each pause shorter.
            for _ in 0..<3 {
                client.send("GET http://127.0.0.1:\(sink.port)/ HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(client.receive(until: "HTTP/1.1 200").contains("HTTP/1.1 200"))
                Thread.sleep(forTimeInterval: 1.7)
            }
            client.send("GET http://127.0.0.1:\(sink.port)/ HTTP/1.1\r\nHost: h\r\n\r\n")
            let start = ContinuousClock.now
            #expect(client.receiveAll().contains("HTTP/1.1 200"))
            #expect(ContinuousClock.now - start > .seconds(2))
        }
        _ = proxy.stop()
        _ = sink.stop()
    }

    @Test func `a request that is delayed for longer than connections may be idle is passed on`() throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess()
        let proxy = try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "--timeout", "1", "--delay", "2500ms"],
            command: "proxy"
        )
        let client = try RawClient(port: proxy.port)
        client.send("HEAD http://127.0.0.1:\(sink.port)/ HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receive(until: "\r\n\r\n").contains("HTTP/1.1 200"))
        _ = proxy.stop()
        _ = sink.stop()
    }
}
