import Glibc
import TestSupport
import Testing

/// Answers of the sink on streams of HTTP/2 that are due later.
struct SinkStreamTests {
    /// A client that has begun HTTP/2 and asked for a path on each of the streams 1, 3, ….
    private static func client(of sink: SinkProcess, asking paths: [String]) throws -> RawClient {
        let client = try RawClient(port: sink.port)
        client.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + FrameServer.frame(4, on: 0))
        for (index, path) in paths.enumerated() {
            // GET, http, and a path and an authority that are written out (RFC 7541 §6.2.2).
            let head = [0x82, 0x86, 0x04, UInt8(path.utf8.count)] + Array(path.utf8) + [0x01, 1, 0x68]
            client.send(FrameServer.frame(1, flags: 5, on: UInt8(2 * index + 1), head))
        }
        return client
    }

    /// The streams whose responses have ended, in that order.
    private static func ended(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        var streams: [UInt8] = []
        while rest.count >= 9 {
            let frame = Array(rest.prefix(9))
            if frame[3] <= 1, frame[4] & 1 == 1 { streams.append(frame[8]) }
            rest = rest.dropFirst(9 + Int(frame[0]) << 16 + Int(frame[1]) << 8 + Int(frame[2]))
        }
        return streams
    }

    @Test func `a client that sends no more gets all answers, and then the end of the connection`() throws {
        let sink = try SinkProcess()
        let client = try Self.client(of: sink, asking: ["/late/2/", "/late/1/", "/"])
        client.finish()
        let start = ContinuousClock.now
        #expect(Self.ended(client.receiveAllBytes()) == [5, 3, 1])
        #expect(ContinuousClock.now - start < .seconds(15))
        _ = sink.stop()
    }

    @Test func `a stream that is reset before its answer keeps no connection open`() throws {
        let sink = try SinkProcess()
        let client = try Self.client(of: sink, asking: ["/late/1/"])
        // What comes at once is taken at once.
        usleep(300_000)
        client.send(FrameServer.frame(3, on: 1, [0, 0, 0, 8]))
        client.finish()
        let start = ContinuousClock.now
        #expect(Self.ended(client.receiveAllBytes()).isEmpty)
        #expect(ContinuousClock.now - start < .seconds(15))
        _ = sink.stop()
    }

    @Test func `a client that waits for a late answer is not idle`() throws {
        let sink = try SinkProcess(["--timeout", "1"])
        let client = try Self.client(of: sink, asking: ["/late/3/"])
        #expect(Self.ended(client.receiveAllBytes()) == [1])
        _ = sink.stop()
    }

    @Test(arguments: [9, 99]) func `a wrong length is judged and answered, and no connection error`(
        _ length: Int
    ) throws {
        let sink = try SinkProcess()
        let client = try Self.client(of: sink, asking: [])
        let form = Array("--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n".utf8)
        let type = Array("multipart/form-data; boundary=B".utf8)
        let digits = Array("\(length)".utf8)
        // POST, http, /, an authority, content-type and content-length (RFC 7541 §6.2.2).
        let head: [UInt8] =
            [0x83, 0x86, 0x84, 0x01, 1, 0x68, 0x0F, 0x10, UInt8(type.count)] + type
            + [0x0F, 0x0D, UInt8(digits.count)] + digits
        client.send(FrameServer.frame(1, flags: 4, on: 1, head) + FrameServer.frame(0, flags: 1, on: 1, form))
        client.finish()
        #expect(Self.ended(client.receiveAllBytes()) == [1])
        let run = sink.stop()
        #expect(run.output.contains("length/h2-mismatch"), "\(run.output)")
        #expect(!run.diagnostics.contains("refused"), "\(run.diagnostics)")
    }
}
