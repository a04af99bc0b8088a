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

    @Test(
        .enabled(if: LiveRun.has("node", "curl", "openssl")),
        arguments: [[], ["--set-field", "X-Added: 1"]]
    )
    func `a server whose HTTP/2 begins at once is understood`(changes: [String]) throws {
        let folder = try TemporaryFolder()
        let script = """
            const [http2, fs] = [require('http2'), require('fs')];
            const read = name => fs.readFileSync('\(folder.path)/' + name);
            http2.createSecureServer({key: read('key.pem'), cert: read('cert.pem'), allowHTTP1: true}, (request, response) => {
              request.resume();
              request.on('end', () => response.end('taken' + (request.headers['x-added'] ?? '')));
            }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
            """
        let path = try folder.write(Array(script.utf8), to: "server.js")
        let proxy = try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "--insecure", "*"] + changes,
            command: "proxy"
        )
        let run = try LiveRun(
            shell: """
                cd \(folder.path)
                openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2>&1 \
                  || exit 1
                node \(path) > port & server=$!
                for i in $(seq 100); do [ -s port ] && break; sleep 0.1; done
                for i in 1 2 3 4 5; do
                  curl -s -m 20 --http2 -x 127.0.0.1:\(proxy.port) --cacert ca/partwise-ca.pem -F a=1 -w ' %{http_version},' \
                    https://localhost:$(cat port)/up
                done
                kill $server
                """
        )
        let answer = "taken\(changes.isEmpty ? "" : "1") 2,"
        #expect(run.output.hasSuffix(String(repeating: answer, count: 5)), "\(run.output) \(run.diagnostics)")
        _ = proxy.stop()
    }
}
