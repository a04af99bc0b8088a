import Glibc
import TestSupport
import Testing

/// How many clients may be connected at once.
struct ConnectionLimitTests {
    private let sink: SinkProcess

    init() throws { sink = try SinkProcess() }

    /// A client of which a request is answered, and whose connection stays open; `nil` where it is closed instead.
    private func client(of port: UInt16) throws -> RawClient? {
        let client = try RawClient(port: port)
        client.send("GET http://127.0.0.1:\(sink.port)/ HTTP/1.1\r\nHost: h\r\n\r\n")
        return client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 ") ? client : nil
    }

    @Test(arguments: ["proxy", "sink"])
    func `as many clients are served as may be, whatever else is connected`(command: String) throws {
        let folder = try TemporaryFolder()
        let authority = command == "proxy" ? ["--ca-folder", "\(folder.path)/ca"] : []
        let server = try SinkProcess(["--max-connections", "2"] + authority, command: command)
        // Each has a connection to a server as well, where it is the proxy's.
        var clients = try (0..<2).map { _ in try client(of: server.port) }
        #expect(clients.allSatisfy { $0 != nil })
        #expect(try client(of: server.port) == nil)
        clients.removeLast()
        var isServed = false
        // Its end is noticed a moment later.
        for _ in 0..<100 where !isServed {
            usleep(20_000)
            isServed = try client(of: server.port) != nil
        }
        #expect(isServed)
        withExtendedLifetime(clients) {}
        _ = server.stop()
        _ = sink.stop()
    }
}
