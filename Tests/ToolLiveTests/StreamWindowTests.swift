import Inspection
import InspectionRules
import NIOCore
import NIOPosix
import Pipeline
import Recording
import TestSupport
import Testing

@testable import ToolLive

/// A sink that allows each stream of HTTP/2 few bytes at once.
struct StreamWindowTests {
    private final class Site: SinkSite {
        func behavior(at path: String) -> ServerBehavior { ServerBehavior() }
        func answer(to exchange: InspectedExchange, _ request: SinkRequest?) -> SinkAnswer {
            SinkAnswer(status: 200, body: "")
        }
        func answered(_ exchange: InspectedExchange, with status: Int) {}
        func take(_ result: InspectionResult) {}
        func note(_ text: String) {}
        func finish(connections: Int) {}
    }

    /// Listens with a window of 1,024 bytes.
    private static func listen(on loop: any EventLoop) throws -> any Channel {
        try loop.flatSubmit {
            do {
                var options = InspectionOptions(.standard)
                options.reportsRequests = true
                let sink = UploadSink(
                    try LiveTraffic(options, recorder: nil),
                    for: Site(),
                    certificate: try ServerCertificate(for: "localhost"),
                    timeout: 10,
                    connectionLimit: 1,
                    streamWindow: 1_024
                )
                return sink.listen(on: ListenAddress(loopbackPort: 0), loop)
            } catch {
                return loop.makeFailedFuture(error)
            }
        }.wait()
    }

    /// The bytes that stream 1 was given by the frames that have come so far.
    private static func given(_ bytes: [UInt8]) -> Int {
        var (rest, count) = (bytes[...], 0)
        while rest.count >= 9 {
            let frame = Array(rest)
            let end = 9 + Int(frame[0]) << 16 + Int(frame[1]) << 8 + Int(frame[2])
            if frame.count >= end, frame[3] == 8, frame[8] == 1 {
                count += frame[9..<13].reduce(0) { $0 << 8 | Int($1) }
            }
            rest = rest.dropFirst(end)
        }
        return count
    }

    @Test(.timeLimit(.minutes(1)), arguments: [0, 2_000])
    func `a stream gets back what it took, before and after the window is known`(early: Int) throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        defer { try? group.syncShutdownGracefully() }
        let server = try Self.listen(on: group.next())
        let client = try RawClient(port: UInt16(try #require(server.localAddress?.port)))
        let content = { (count: Int, isEnd: Bool) in
            FrameServer.frame(0, flags: isEnd ? 1 : 0, on: 1, Array(repeating: 0x61, count: count))
        }
        // POST, http, / and an authority (RFC 7541 §6.2.2).
        let head = FrameServer.frame(1, flags: 4, on: 1, [0x83, 0x86, 0x84, 0x01, 1, 0x68])
        let acknowledgement = FrameServer.frame(4, flags: 1, on: 0)
        client.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + FrameServer.frame(4, on: 0))
        client.send(early > 0 ? head + content(early, false) + acknowledgement : acknowledgement + head)
        // What the client may send: the first window until it has the setting, then 1,024 bytes, less what was not given back.
        var sent = early
        var received: [UInt8] = []
        if early == 0 {
            client.send(content(1_024, false))
            sent = 1_024
        }
        while sent < 8_192 {
            let next = client.receive()
            guard !next.isEmpty else { break }
            received += next
            let window = 1_024 + Self.given(received) - sent
            guard window > 0 else { continue }
            sent += window
            client.send(content(window, sent >= 8_192))
        }
        client.finish()
        received += client.receiveAllBytes()
        #expect(sent >= 8_192)
        // The head of a response on stream 1, with status 200 (RFC 7541 Appendix A).
        #expect(received.firstRange(of: [1, 4, 0, 0, 0, 1, 0x88]) != nil)
    }
}
