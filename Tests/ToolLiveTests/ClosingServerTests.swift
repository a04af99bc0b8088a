import Foundation
import TestSupport
import Testing

/// Servers that close their connections, behind the proxy.
struct ClosingServerTests {
    private static func start() throws -> (folder: TemporaryFolder, proxy: SinkProcess) {
        let folder = try TemporaryFolder()
        return (folder, try SinkProcess(["--ca-folder", "\(folder.path)/ca"], command: "proxy"))
    }

    @Test func `a response reaches a slow client to its end, although the server has closed`() async throws {
        let server = try ClosingServer(length: 16_000_000)
        let (folder, proxy) = try Self.start()
        defer { withExtendedLifetime(folder) {} }
        let client = try RawClient(port: proxy.port)
        client.send(Array("GET http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        // Long enough for the server's bytes to fill what is between.
        try await Task.sleep(for: .milliseconds(500))
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
}
