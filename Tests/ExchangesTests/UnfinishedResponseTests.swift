import Bytes
import Exchanges
import TestSupport
import Testing

/// What is told of responses while their contents come.
struct UnfinishedResponseTests {
    /// The responses that are unfinished after each delivery.
    private static func unfinished(_ deliveries: [(Side, [UInt8])]) -> [[UnfinishedMessage]] {
        var reader = ConnectionExchanges(
            ConnectionSummary(
                number: 1,
                initiator: Endpoint(addressLow: 1, port: 50_000),
                responder: Endpoint(addressLow: 2, port: 80),
                sawHandshake: true
            ),
            numbers: ExchangeNumbers()
        )
        var recorder = Recorder()
        var offsets: [Side: Int] = [:]
        return deliveries.map { side, bytes in
            reader.received(
                bytes.span.bytes,
                from: side,
                ByteOrigin(offset: offsets[side, default: 0]),
                &recorder
            )
            offsets[side, default: 0] += bytes.count
            return reader.unfinishedResponses
        }
    }

    private static func response(_ exchange: Int, _ received: Int, of declared: Int?) -> UnfinishedMessage {
        UnfinishedMessage(
            exchange: exchange,
            role: .response,
            receivedBytes: received,
            declaredLength: declared
        )
    }

    @Test func `of HTTP 1, the one that is read, with its length where that was sent`() {
        let get = Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        let told = Self.unfinished([
            (.initiator, get + get), (.responder, Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)),
            (.responder, Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1234".utf8)),
            (
                .responder,
                Array("56789HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n".utf8)
            ),
            (.responder, Array("0\r\n\r\n".utf8)),
        ])
        #expect(told == [[], [], [Self.response(1, 4, of: 9)], [Self.response(2, 3, of: nil)], []])
    }

    @Test func `of HTTP 2, those of all streams`() {
        func get(_ stream: Int) -> [UInt8] {
            HTTP2Bytes.headers(
                [":method: GET", ":scheme: http", ":authority: h", ":path: /"],
                stream: stream,
                ends: true
            )
        }
        let told = Self.unfinished([
            (.initiator, HTTP2Bytes.preface + get(1) + get(3)), (.responder, HTTP2Bytes.settings()),
            (.responder, HTTP2Bytes.headers([":status: 200", "content-length: 5"], stream: 1)),
            (.responder, HTTP2Bytes.headers([":status: 200"], stream: 3) + HTTP2Bytes.data("abc", stream: 3)),
            (.responder, HTTP2Bytes.data("12345", stream: 1, ends: true)),
            (.responder, HTTP2Bytes.data("", stream: 3, ends: true)),
        ])
        #expect(told[..<2] == [[], []])
        #expect(told[2] == [Self.response(1, 0, of: 5)])
        #expect(Set(told[3]) == [Self.response(1, 0, of: 5), Self.response(2, 3, of: nil)])
        #expect(told[4...] == [[Self.response(2, 3, of: nil)], []])
    }
}
