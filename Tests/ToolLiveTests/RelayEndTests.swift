import Bytes
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import ToolLive

/// An end of a relay, and servers that speak before anyone listens.
struct RelayEndTests {
    private final class Owner: RelayOwner {
        var events: [String] = []

        func received(_ buffer: ByteBuffer, from side: Side) { events.append(String(buffer: buffer)) }
        func readCompleted(from side: Side) { events.append("read") }
        func inputEnded(_ side: Side) { events.append("ended") }
        func failed(_ error: any Error, on side: Side) { events.append("failed") }
        func closed(_ side: Side) { events.append("closed") }
        func timedOut(_ side: Side) {}
        func becameWritable(_ side: Side) {}
    }

    @Test func `who takes it over gets what came before, in order, and once`() throws {
        let end = RelayEnd(.responder, of: nil)
        let channel = EmbeddedChannel(handler: end)
        for text in ["a", "b"] { try channel.writeInbound(ByteBuffer(string: text)) }
        #expect(end.isOpen == false, "an embedded channel is not active before it is connected")
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        channel.pipeline.fireChannelInactive()
        let owners = [Owner(), Owner()]
        end.owner = owners[0]
        #expect(owners[0].events == ["ab", "read", "ended", "closed"])
        end.owner = owners[1]
        #expect(owners[1].events.isEmpty)
        try channel.writeInbound(ByteBuffer(string: "c"))
        #expect(owners[1].events == ["c", "read"])
        _ = try channel.finish()
    }

    @Test(.enabled(if: NodeServer.isInstalled), arguments: [[], ["--set-field", "X-Added: 1"]])
    func `a server whose HTTP/2 begins at once is understood`(changes: [String]) throws {
        let run = try NodeServer.run(
            "request.resume();"
                + "request.on('end', () => response.end('taken' + (request.headers['x-added'] ?? '')));",
            changes,
            requests: 5,
            "-F a=1"
        )
        let answer = "taken\(changes.isEmpty ? "" : "1") 2,"
        #expect(run.output.hasSuffix(String(repeating: answer, count: 5)), "\(run.output) \(run.diagnostics)")
    }

    @Test(.enabled(if: NodeServer.isInstalled))
    func `a request without content that a server refuses is sent again`() throws {
        let run = try NodeServer.run(
            "global.count = (global.count ?? 0) + 1;"
                + "if (count % 4) response.stream.close(7); else response.end('taken');",
            ["--set-field", "X-Added: 1"],
            requests: 3,
            ""
        )
        #expect(run.output.hasSuffix("taken 2,taken 2,taken 2,"), "\(run.output) \(run.diagnostics)")
    }
}
