import Foundation
import NIOCore
import TestSupport
import Testing

/// Servers that close their connections, behind the proxy.
struct ClosingServerTests {
    private static func start() throws -> (folder: TemporaryFolder, proxy: SinkProcess) {
        let folder = try TemporaryFolder()
        return (folder, try SinkProcess(["--ca-folder", "\(folder.path)/ca"], command: "proxy"))
    }

    @Test func `a response reaches a slow client to its end, although the server has closed`() throws {
        let server = try ClosingServer(length: 16_000_000)
        let (folder, proxy) = try Self.start()
        defer { withExtendedLifetime(folder) {} }
        let client = try RawClient(port: proxy.port)
        client.send(Array("GET http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        // Long enough for the server's bytes to fill what is between.
        usleep(500_000)
        #expect(client.receiveAllBytes().count == ClosingServer.head.utf8.count + 16_000_000)
        _ = proxy.stop()
    }

    @Test func `a server that closes instead of answering is answered for`() throws {
        let server = try ClosingServer(length: nil)
        let (folder, proxy) = try Self.start()
        defer { withExtendedLifetime(folder) {} }
        let client = try RawClient(port: proxy.port)
        client.send(Array("GET http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        let answer = client.receiveAll()
        #expect(
            answer.hasPrefix("HTTP/1.1 502 ") && answer.contains("closed the connection without an answer")
        )
        #expect(proxy.stop().diagnostics.contains("the client gets 502"))
    }

    @Test(.enabled(if: LiveRun.has("curl"), "needs curl"))
    func `a client of TLS is told that its server closes at once`() throws {
        let server = try SpeakingServer(endsWithGreeting: true) { _ in nil }
        let (folder, proxy) = try Self.start()
        defer { withExtendedLifetime(folder) {} }
        let run = try LiveRun(
            shell: "curl -q -sS -m 20 -x 127.0.0.1:\(proxy.port) --cacert \(folder.path)/ca/partwise-ca.pem "
                + "-w '%{http_code}' https://localhost:\(server.port)/"
        )
        #expect(run.output.hasSuffix("502") && run.output.contains("closed the connection"), "\(run)")
        #expect(proxy.stop().diagnostics.contains("the client gets 502"))
    }

    @Test func `a tunnel whose server closes at once ends with the client's first bytes, and that is said`()
        throws
    {
        let server = try SpeakingServer(endsWithGreeting: true) { _ in nil }
        let (folder, proxy) = try Self.start()
        defer { withExtendedLifetime(folder) {} }
        let client = try RawClient(port: proxy.port)
        client.send("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        // Long enough for the server's end to come first.
        usleep(500_000)
        client.send("no TLS\n")
        #expect(client.receiveAll().isEmpty)
        #expect(
            proxy.stop().diagnostics.contains(
                "127.0.0.1:\(server.port): the server closed the connection before anything came through the tunnel"
            )
        )
    }

    @Test func `a server whose bytes pass untouched, and that closes at once, is named`() throws {
        let server = try SpeakingServer(endsWithGreeting: true) { _ in nil }
        let proxy = try SinkProcess(["--passthrough", "localhost"], command: "proxy")
        let client = try RawClient(port: proxy.port)
        client.send("CONNECT localhost:\(server.port) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        #expect(client.receiveAll().isEmpty)
        #expect(
            proxy.stop().diagnostics.contains(
                "localhost:\(server.port): the server closed the connection before it sent anything"
            )
        )
    }

    @Test func `one that closes while an upload is slowed down ends that one alone`() throws {
        let server = try ClosingServer(length: nil, after: .milliseconds(300))
        let folder = try TemporaryFolder()
        let proxy = try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "--throttle", "2000000"],
            command: "proxy"
        )
        for _ in 0..<5 {
            let client = try RawClient(port: proxy.port)
            client.send(
                "POST http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"
            )
            client.send([UInt8](repeating: 0x61, count: 1_000_000))
            #expect(client.receiveAll().hasPrefix("HTTP/1.1 502 "))
        }
        #expect(proxy.isRunning)
        _ = proxy.stop()
    }

    @Test func `a form that it does not take to the end is recorded all the same`() throws {
        let server = try ClosingServer(length: nil)
        let folder = try TemporaryFolder()
        let file = try folder.write([UInt8](repeating: 0x61, count: 3_000_000), to: "f.bin")
        let recording = "\(folder.path)/sent.pcapng"
        // What is written last may end the sender in the middle of a step: not each time.
        for _ in 0..<30 {
            let run = try LiveRun([
                "send", "http://localhost:\(server.port)/", "-F", "f=@\(file)", "--record", recording,
            ])
            #expect(run.status == 3, "\(run.diagnostics)")
            let report = try LiveRun(["check", recording], of: "partwise")
            #expect(report.status != 3, "\(report.diagnostics)")
        }
    }

    @Test func `a client that is answered before it has sent all can send the rest, and sees the answer`()
        throws
    {
        let server = try ClosingServer(length: 5)
        let (folder, proxy) = try Self.start()
        defer { withExtendedLifetime(folder) {} }
        let client = try RawClient(port: proxy.port)
        let piece = [UInt8](repeating: 0x61, count: 1_000_000)
        client.send(
            "POST http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n"
        )
        for _ in 0..<9 {
            #expect(client.send(piece))
            usleep(50_000)
        }
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 200 "))
        _ = proxy.stop()
    }
}
