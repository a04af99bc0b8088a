import Foundation
import TestSupport
import Testing

/// The exchanges that the recording page shows while they go on.
struct RunningExchangesTests {
    private typealias Running = RecordingPageTests.Running

    @Test func `a request that runs is shown with the bytes that came`() throws {
        let running = try Running()
        let events = try PageEvents(running.page)
        running.client.send("POST /big HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n")
        running.client.send([UInt8](repeating: 65, count: 30_000))
        let shown = try events.next { Self.messages($0)?.first?["received"] as? Int == 30_000 }
        let request = try #require(Self.messages(shown)?.first)
        #expect(request["declared"] as? Int == 100_000)
        #expect(request["method"] as? String == "POST")
        #expect(request["url"] as? String == "http://h/big")
        running.client.send([UInt8](repeating: 65, count: 70_000))
        try events.waits(for: 1)
        try events.next { Self.messages($0)?.isEmpty ?? false }
    }

    /// The messages whose contents have not ended, where an event tells them.
    private static func messages(_ event: PageEvents.Event) -> [[String: Any]]? {
        (event.data as? [String: Any])?["messages"] as? [[String: Any]]
    }

    @Test(.enabled(if: LiveRun.has("curl")))
    func `a response that runs is shown with the bytes that came`() throws {
        let folder = try TemporaryFolder()
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
        let server = try ScriptedServer { _, _ in .trickle(head + String(repeating: "x", count: 30_000)) }
        let proxy = try SinkProcess(
            ["--ui", "--ca-folder", "\(folder.path)/ca", "-o", "\(folder.path)/s.pcapng"],
            command: "proxy"
        )
        let events = try PageEvents(#require(proxy.page))
        _ = try LiveRun(
            shell: """
                curl -s -m 3 -x 127.0.0.1:\(proxy.port) -o /dev/null http://127.0.0.1:\(server.port)/down \
                >/dev/null 2>&1 &
                """
        )
        let shown = try events.next { Self.messages($0)?.first?["received"] as? Int ?? 0 >= 30_000 }
        let message = try #require(Self.messages(shown)?.first)
        #expect(message["isResponse"] as? Bool == true)
        #expect(message["declared"] as? Int == 100_000)
        #expect(message["url"] as? String == "http://127.0.0.1:\(server.port)/down")
        try events.next { Self.messages($0)?.isEmpty ?? false }
    }

    @Test(.enabled(if: LiveRun.has("curl")))
    func `a request of HTTP/2 that runs is shown, and one that breaks off is listed`() throws {
        let running = try Running()
        let folder = try TemporaryFolder()
        let file = try folder.write([UInt8](repeating: 65, count: 4_000_000), to: "f")
        let events = try PageEvents(running.page)
        _ = try LiveRun(
            shell: """
                curl -s -m 3 --limit-rate 300k --http2-prior-knowledge -F f=@\(file) -o /dev/null \
                http://127.0.0.1:\(running.sink.port)/h2 >/dev/null 2>&1 &
                """
        )
        let shown = try events.next { event in
            (Self.messages(event)?.first?["received"] as? Int ?? 0) > 0
        }
        #expect("\(shown.data)".contains("/h2"))
        try events.waits(for: 1)
        #expect(events.rows[1]?.contains("body/truncated") == true, "\(events.rows)")
    }
}
