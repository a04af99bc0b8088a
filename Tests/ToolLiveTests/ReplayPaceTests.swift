import Bytes
import CaptureSources
import Connections
import Foundation
import TestSupport
import Testing

/// Captured requests that are sent in the pieces in which they were delivered.
struct ReplayPaceTests {
    private struct Deliveries: ConnectionHandler {
        final class Stream: StreamConsumer {
            var sizes: [Int] = []
            var times: [Timestamp] = []

            func received(_ bytes: RawSpan, from side: Side, _ origin: ByteOrigin) {
                guard side == .initiator, let time = origin.time else { return }
                sizes.append(bytes.byteCount)
                times.append(time)
            }

            func missed(_ length: Int, from side: Side, cause: GapCause, _ origin: ByteOrigin) {}
            func ended(_ end: StreamEnd, from side: Side, _ origin: ByteOrigin) {}
            func closed() {}
        }

        let stream = Stream()

        mutating func opened(_ connection: ConnectionSummary) -> any StreamConsumer { stream }
    }

    private func deliveries(_ path: String) throws -> Deliveries.Stream {
        var source = try ByteSource(path: path)
        var reader = ConnectionReader(Deliveries())
        _ = try CaptureReader.read(&source, into: &reader)
        reader.finish()
        return reader.handler.stream
    }

    private func span(_ stream: Deliveries.Stream) -> Int64 {
        (stream.times.last?.nanoseconds ?? 0) - (stream.times.first?.nanoseconds ?? 0)
    }

    /// Records a request that a client sends with pauses.
    private func record(_ pieces: [String], in folder: TemporaryFolder) throws -> String {
        let path = "\(folder.path)/paced.pcapng"
        let sink = try SinkProcess(["-o", path])
        let client = try RawClient(port: sink.port)
        for piece in pieces {
            client.send(piece)
            Thread.sleep(forTimeInterval: 0.12)
        }
        _ = client.receive(until: "\r\n\r\n")
        _ = sink.stop()
        return path
    }

    @Test(
        arguments: [
            // The head in two pieces, the second with content.
            ["POST /a HTTP/1.1\r\nHo", "st: h\r\nContent-Length: 6\r\n\r\nab", "c", "def"],
            [
                "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", "2\r\na", "b\r\n0\r\n",
                "\r\n",
            ],
        ]
    )
    func `it is sent in the pieces and with the pauses of the capture`(pieces: [String]) throws {
        let folder = try TemporaryFolder()
        let path = try record(pieces, in: folder)
        let captured = try deliveries(path)
        #expect(captured.sizes == pieces.map(\.utf8.count))
        let sink = try SinkProcess()
        let again = "\(folder.path)/again.pcapng"
        let run = try LiveRun(
            ["replay", "\(path)#1", "--pace", "--to", "http://127.0.0.1:\(sink.port)", "--record", again]
        )
        #expect(run.status == 0, "\(run.diagnostics)")
        let sent = try deliveries(again)
        let more = "127.0.0.1:\(sink.port)".utf8.count - 1
        // Another head is sent as a whole, at the time of its first byte; content that came with its end follows.
        let head = try #require(pieces.joined().range(of: "\r\n\r\n")?.upperBound)
        let headLength = pieces.joined()[..<head].utf8.count
        var rest = -headLength
        var expected = [headLength + more]
        for piece in pieces {
            rest += piece.utf8.count
            let count = min(rest, piece.utf8.count)
            if count > 0 { expected.append(count) }
        }
        #expect(sent.sizes == expected)
        // A first piece that leaves late shortens the time to the last; without a pace there is hardly any.
        #expect(span(sent) >= span(captured) / 2)
        let fast = try LiveRun([
            "replay", "\(path)#1", "--to", "http://127.0.0.1:\(sink.port)", "--record", again,
        ])
        #expect(fast.status == 0)
        #expect(try deliveries(again).sizes.count <= 2)
        _ = sink.stop()
    }

    @Test func `frames of HTTP/2 give the pieces of the content`() throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess()
        let path = Checkout.path("Captures/h2/curl-prior-knowledge.pcapng")
        let again = "\(folder.path)/again.pcapng"
        let run = try LiveRun(
            ["replay", path, "--pace", "--to", "http://127.0.0.1:\(sink.port)", "--record", again]
        )
        #expect(run.status == 0, "\(run.diagnostics)")
        #expect(try deliveries(again).sizes.reduce(0, +) > 10_000)
        _ = sink.stop()
    }

    @Test func `a log has no pace`() throws {
        let path = Checkout.path("Captures/mitmproxy/charset.mitm#1")
        let run = try LiveRun(["replay", path, "--pace", "--to", "http://127.0.0.1:1"])
        #expect(run.status == 1)
        #expect(run.diagnostics.contains("does not hold when the pieces of the request were sent"))
    }
}
