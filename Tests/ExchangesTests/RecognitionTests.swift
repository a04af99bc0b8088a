import Bytes
import Exchanges
import TestSupport
import Testing

/// Who is the client, and what is no HTTP at all.
@Suite struct RecognitionTests {
    @Test func `takes the side that sends the request for the client`() throws {
        var recorder = Recorder()
        var reader = ConnectionExchanges(
            ConnectionSummary(
                number: 7,
                initiator: Endpoint(addressLow: 1, port: 80),
                responder: Endpoint(addressLow: 2, port: 50_000),
                sawHandshake: false
            ),
            numbers: ExchangeNumbers()
        )
        let ok = Array(Scripts.ok.utf8)
        let get = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        reader.received(ok.span.bytes, from: .initiator, ByteOrigin(offset: 0, frame: 1), &recorder)
        reader.received(get.span.bytes, from: .responder, ByteOrigin(offset: 0, frame: 2), &recorder)
        reader.closed(&recorder)
        let exchange = try #require(recorder.records.last?.exchange)
        #expect(exchange.connection == 7)
        #expect(exchange.client?.port == 50_000)
        #expect(exchange.server?.port == 80)
    }

    @Test(arguments: [
        ("\u{16}\u{3}\u{1}\u{0}\u{5}hello", OpaqueReason.tls),
        (String(repeating: "SSH-2.0-x\r\n", count: 1_000), .notHTTP), ("SSH-2.0-x\r\n", .notHTTP),
    ])
    func `says why a connection is not read`(text: String, reason: OpaqueReason) {
        for cut in [Cut.whole, .pieces(1), .pieces(1_460)] {
            let told = play(
                [.client(text), .client("GET / HTTP/1.1\r\n\r\n" + text), .client(text)],
                cut: cut
            )
            guard text.utf8.count != 11 else { continue }
            #expect(told.opaque == [reason])
            #expect(told.records.isEmpty)
        }
        #expect(play([.client(text)]).opaque == [reason])
    }

    @Test func `skips to the first request where the capture began later`() {
        let told = play(
            [.client("tail\r\n--B--\r\nGET / HTTP/1.1\r\n\r\n"), .server(Scripts.ok)],
            handshake: false
        )
        #expect(told.records.map { $0.exchange?.status } == [200])
        #expect(told.skipped == ["initiator": 13])
        #expect(told.request?.content.faults.isEmpty == true)
    }

    @Test func `says that a head has a gap, and judges nothing after it`() throws {
        let told = play([
            .client("POST /1 HTTP/1.1\r\nHost: h\r\nContent-"), .clientGap(40),
            .client("form bytes\r\n\r\nGET /2 HTTP/1.1\r\n\r\n"), .clientEnds(.finished),
        ])
        let request = try #require(told.request)
        #expect(request.head.hasGap)
        #expect(request.head.fields.lines.count == 1)
        #expect(request.content.completion == .captureEnded)
        #expect(told.records[1].exchange?.target == "/2")
        #expect(told.records[1].exchange?.request?.content.faults.isEmpty == true)
        #expect(told.skipped == ["initiator": 14])
    }

    @Test func `counts the bytes that a gap took from content of known length`() throws {
        let told = play([
            .client(Scripts.upload("Content-Length: 10") + "ab"), .clientGap(5), .client("hij"),
            .clientEnds(.finished),
        ])
        let request = try #require(told.request)
        #expect(request.content.completion == .complete)
        #expect(request.content.bodyLength == 10)
        #expect(request.content.missingBytes == 5)
        #expect(told.records[0].requestGaps == [[2, 5]])
        #expect(request.frame(ofBody: 1) == 1)
        #expect(request.frame(ofBody: 7) == 3)
        #expect(request.arrival.lastFrame == 3)
    }

    @Test func `knows the frame of every byte, and when the message began and ended`() throws {
        let told = play([
            .client("POST / HTTP/1.1\r\n"), .client("Content-Length: 4\r\n\r\n"), .client("ab"),
            .client("cd"),
            .client("--B--"), .clientEnds(.finished),
        ])
        let request = try #require(told.request)
        #expect(request.arrival.firstFrame == 1)
        #expect(request.arrival.lastFrame == 5)
        #expect(request.arrival.startedAt?.nanoseconds == 1_000_000_000)
        #expect(request.arrival.endedAt?.nanoseconds == 5_000_000_000)
        #expect([0, 17, 18].map { request.frame(ofStream: $0) } == [1, 2, 2])
        #expect((0..<4).map { request.frame(ofBody: $0) } == [3, 3, 4, 4])
        #expect(request.frame(ofStream: request.head.contentStart + 4) == 5)
    }

    @Test func `passes on the content of responses only where it is wanted`() {
        let script: [Step] = [.client("GET / HTTP/1.1\r\n\r\n"), .server(Scripts.ok)]
        #expect(play(script).records[0].responseText == "ok")
        let record = play(script, responseContents: .none).records[0]
        #expect(record.responseContent.isEmpty)
        #expect(record.exchange?.response?.content.bodyLength == 2)
    }
}
