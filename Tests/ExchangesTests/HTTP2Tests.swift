import Bytes
import Exchanges
import TestSupport
import Testing

/// Connections that speak HTTP/2.
@Suite struct HTTP2Tests {
    /// Dialogues that are read the same however they are cut.
    static let scripts: [String: [Step]] = [
        "one upload": [
            .clientBytes(HTTP2Bytes.preface + HTTP2Bytes.post("/u", stream: 1, length: 6)),
            .serverBytes(HTTP2Bytes.settings()),
            .clientBytes(HTTP2Bytes.data("abc", stream: 1, padding: 5)),
            .clientBytes(HTTP2Bytes.data("def", stream: 1, ends: true)),
            .serverBytes(HTTP2Bytes.headers([":status: 200"], stream: 1)),
            .serverBytes(HTTP2Bytes.data("ok", stream: 1, ends: true)),
        ],
        "interleaved": [
            .clientBytes(HTTP2Bytes.preface),
            .clientBytes(HTTP2Bytes.post("/1", stream: 1) + HTTP2Bytes.post("/3", stream: 3)),
            .clientBytes(HTTP2Bytes.data("a1", stream: 1) + HTTP2Bytes.data("b3", stream: 3)),
            .serverBytes(HTTP2Bytes.settings() + HTTP2Bytes.headers([":status: 100"], stream: 1)),
            .clientBytes(HTTP2Bytes.data("c3", stream: 3, ends: true)),
            .clientBytes(HTTP2Bytes.data("d1", stream: 1)),
            .serverBytes(HTTP2Bytes.headers([":status: 404"], stream: 3, ends: true)),
            .clientBytes(HTTP2Bytes.headers(["checksum: x"], stream: 1, ends: true)),
            .serverBytes(HTTP2Bytes.headers([":status: 201"], stream: 1, ends: true)),
        ],
        "server first": [
            .serverBytes(HTTP2Bytes.settings(3, 100)),
            .clientBytes(
                HTTP2Bytes.preface + HTTP2Bytes.headers([":method: GET", ":path: /"], stream: 1, ends: true)
            ),
            .serverBytes(HTTP2Bytes.headers([":status: 204"], stream: 1, ends: true)),
        ],
        "upgrade": [
            .client("POST /u HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"),
            .client("HTTP2-Settings: AAEAABAA\r\nContent-Length: 3\r\n\r\nabc"),
            .server("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"),
            .serverBytes(HTTP2Bytes.settings() + HTTP2Bytes.headers([":status: 200"], stream: 1, ends: true)),
            .clientBytes(HTTP2Bytes.preface + HTTP2Bytes.post("/3", stream: 3)),
            .clientBytes(HTTP2Bytes.data("xyz", stream: 3, ends: true)),
            .serverBytes(HTTP2Bytes.headers([":status: 202"], stream: 3, ends: true)),
        ],
        "continuation": [
            .clientBytes(HTTP2Bytes.preface),
            .clientBytes(HTTP2Bytes.frame(1, flags: 0x29, stream: 1, [2, 0, 0, 0, 0, 9, 0x83, 0x84, 0, 0])),
            .clientBytes(HTTP2Bytes.frame(9, stream: 1)),
            .clientBytes(HTTP2Bytes.frame(9, flags: 4, stream: 1, [0x86, 0x41, 1, 0x68])),
            .clientBytes(HTTP2Bytes.frame(0x7F, flags: 0xFF, stream: 9, [1, 2, 3])),
            .clientBytes(HTTP2Bytes.frame(6, [0, 0, 0, 0, 0, 0, 0, 0])),
            .serverBytes(HTTP2Bytes.settings() + HTTP2Bytes.headers([":status: 200"], stream: 1, ends: true)),
        ],
        "shut down": [
            .clientBytes(HTTP2Bytes.preface + HTTP2Bytes.post("/1", stream: 1)),
            .serverBytes(HTTP2Bytes.settings() + HTTP2Bytes.goAway(127)),
            .clientBytes(HTTP2Bytes.post("/3", stream: 3) + HTTP2Bytes.data("abc", stream: 3)),
            .clientBytes(HTTP2Bytes.data("x", stream: 1, ends: true)),
            .serverBytes(HTTP2Bytes.goAway(1, code: 11)),
            .serverBytes(HTTP2Bytes.headers([":status: 200"], stream: 1, ends: true)),
        ],
        "lost frames": [
            .clientBytes(HTTP2Bytes.preface + HTTP2Bytes.post("/1", stream: 1)),
            .clientBytes(HTTP2Bytes.data("abc", stream: 1)), .clientGap(40),
            .clientBytes(Array("rest of a frame".utf8) + HTTP2Bytes.data("x", stream: 1, ends: true)),
            .clientBytes(HTTP2Bytes.post("/3", stream: 3) + HTTP2Bytes.data("y", stream: 3, ends: true)),
            .serverBytes(HTTP2Bytes.settings() + HTTP2Bytes.headers([":status: 200"], stream: 3, ends: true)),
        ],
    ]

    @Test(arguments: scripts.keys.sorted())
    func `tells the same of a dialogue under every cut`(name: String) throws {
        let script = try #require(Self.scripts[name])
        let whole = play(script).account
        for size in [1, 2, 3, 5, 7, 16] {
            #expect(play(script, cut: .pieces(size)).account == whole, "pieces of \(size)")
        }
        for side in [Side.initiator, .responder] {
            for offset in 0..<script.length(from: side) {
                #expect(play(script, cut: .at(offset, side)).account == whole, "\(side) at \(offset)")
            }
        }
    }

    @Test(arguments: scripts.keys.sorted(), [StreamEnd.finished, .reset, .captureEnded])
    func `never takes a request that breaks off for a complete one`(name: String, end: StreamEnd) throws {
        let script = try #require(Self.scripts[name])
        let whole = play(script)
        for count in 0..<script.length(from: .initiator) {
            let told = play(script.cutOff(afterClientBytes: count) + [.clientEnds(end)])
            for record in told.records {
                #expect(record.calls.filter { $0 == "completed" }.count == 1)
                guard record.exchange?.request?.content.completion == .complete else { continue }
                #expect(record.requestContent == whole.records[record.number - 1].requestContent, "\(count)")
            }
        }
    }

    @Test func `reads an upload, its padding left out, and knows where each byte stood`() throws {
        let told = try play(#require(Self.scripts["one upload"]))
        let exchange = try #require(told.records.first?.exchange)
        let request = try #require(exchange.request)
        #expect(told.records.count == 1)
        #expect((exchange.method, exchange.target, exchange.status) == ("POST", "/u", 200))
        #expect(exchange.applicationProtocol == .h2c)
        #expect(exchange.url() == "http://h/u")
        let (head, content) = (request.head, request.content)
        #expect((head.version, head.framing, head.startLine) == ("HTTP/2", .h2Data, []))
        #expect((head.declaredLength, content.bodyLength) == (6, 6))
        #expect(content.wireLength == 9 + 9 + 9 + 3)
        #expect(request.content.completion == .complete)
        #expect(told.records[0].text == "abcdef")
        #expect(told.records[0].responseText == "ok")
        #expect((0..<6).map { request.frame(ofBody: $0) } == [3, 3, 3, 4, 4, 4])
        #expect(request.http2?.stream == 1)
        #expect((0..<6).map { request.http2?.dataFrames[$0] } == [1, 1, 1, 2, 2, 2])
        let start = request.streamOffset(ofBody: 0)
        #expect((0..<6).map { request.streamOffset(ofBody: $0) - start } == [0, 1, 2, 17, 18, 19])
        #expect((request.arrival.firstFrame, request.arrival.lastFrame) == (1, 4))
        #expect(request.head.fields.text(request.head.fields.lines[0].name) == ":method")
        #expect(request.head.fields.value(named: "content-length").map { Array($0) } == [0x36])
    }

    @Test func `keeps interleaved streams apart, with trailers and what came before the response`() throws {
        let told = try play(#require(Self.scripts["interleaved"]))
        #expect(told.records.map(\.text) == ["a1d1", "b3c3"])
        #expect(told.records.map { $0.exchange?.status } == [201, 404])
        #expect(told.records.map { $0.exchange?.informational } == [[100], []])
        #expect(told.records.map { $0.calls.contains("interim") } == [true, false])
        let request = try #require(told.request)
        #expect(request.content.trailers.value(named: "checksum").map { Array($0) } == [0x78])
        #expect((0..<4).map { request.frame(ofBody: $0) } == [3, 3, 6, 6])
    }

    @Test func `answers an upgraded request on stream 1`() throws {
        let told = try play(#require(Self.scripts["upgrade"]))
        #expect(told.records.map { $0.exchange?.status } == [200, 202])
        #expect(told.records.map { $0.exchange?.informational } == [[101], []])
        #expect(told.records.map { $0.exchange?.request?.head.version } == ["HTTP/1.1", "HTTP/2"])
        #expect(told.records.map(\.text) == ["abc", "xyz"])
        #expect(told.opaque.isEmpty)
    }

    @Test func `joins a header block of several frames, and passes over what it does not know`() throws {
        let told = try play(#require(Self.scripts["continuation"]))
        let exchange = try #require(told.records.first?.exchange)
        #expect((exchange.method, exchange.target, exchange.url()) == ("POST", "/", "http://h/"))
        #expect(exchange.request?.head.framing == MessageFraming.none)
    }

    @Test func `finds the next frame after a gap, and blames nobody for what is missing`() throws {
        let told = try play(#require(Self.scripts["lost frames"]))
        #expect(told.records.map { $0.exchange?.request?.content.completion } == [.captureEnded, .complete])
        #expect(told.records.map(\.text) == ["abc", "y"])
        #expect(told.diagnostics.contains(.framesLost))
        let within = play([
            .clientBytes(HTTP2Bytes.preface + HTTP2Bytes.post("/1", stream: 1)),
            .clientBytes(Array(HTTP2Bytes.data("abcdefgh", stream: 1, ends: true).prefix(11))), .clientGap(4),
            .client("gh"), .clientEnds(.finished),
        ])
        #expect(within.request?.content.completion == .complete)
        #expect(within.request?.content.missingBytes == 4)
        #expect(within.records[0].requestGaps == [[2, 4]])
        #expect(within.request?.frame(ofBody: 7) == 4)
    }

    @Test(arguments: [
        ("client resets", [Step.clientBytes(HTTP2Bytes.reset(1, code: 8))], Outcome.cutOff),
        ("server resets", [.serverBytes(HTTP2Bytes.reset(1, code: 2))], .cutOff),
        ("server closes first", [.serverEnds(.finished), .clientEnds(.reset)], .rejectedEarly),
        (
            "refused, then reset",
            [
                .serverBytes(HTTP2Bytes.headers([":status: 413"], stream: 1, ends: true)),
                .clientBytes(HTTP2Bytes.reset(1, code: 8)),
            ],
            .rejectedEarly
        ),
        (
            "answered, and no more is needed",
            [
                .serverBytes(HTTP2Bytes.headers([":status: 200"], stream: 1, ends: true)),
                .serverBytes(HTTP2Bytes.reset(1, code: 0)),
            ],
            .rejectedEarly
        ),
    ])
    func `tells how a request was broken off`(name: String, steps: [Step], outcome: Outcome) {
        let told = play(
            [
                .clientBytes(HTTP2Bytes.preface + HTTP2Bytes.post("/1", stream: 1)),
                .clientBytes(HTTP2Bytes.data("abc", stream: 1)), .serverBytes(HTTP2Bytes.settings()),
            ] + steps + [.clientBytes(HTTP2Bytes.data("late", stream: 1, ends: true))]
        )
        #expect(told.records.map { $0.exchange?.outcome } == [outcome], "\(name)")
        #expect(told.request?.content.completion == .reset)
        #expect(told.records[0].text == "abc")
    }

    @Test func `says of which requests the server did not take notice before it shut down`() throws {
        let script = try #require(Self.scripts["shut down"])
        let told = play(script + [.clientEnds(.finished)])
        #expect(told.diagnostics == [.goAway(HTTP2ErrorCode(11), byClient: false), .unprocessed])
        #expect(told.records.map(\.exchange?.status) == [200, nil])
        #expect(told.records.map(\.exchange?.outcome) == [.ordinary, .rejectedEarly])
        #expect("\(HTTP2ErrorCode(11)) \(HTTP2ErrorCode(14))" == "ENHANCE_YOUR_CALM error 14")
    }

    @Test(arguments: [
        (UInt8(7), [ConnectionDiagnostic.unprocessed], Outcome.rejectedEarly), (8, [], .cutOff),
    ])
    func `tells a stream that was refused from one that was reset`(
        code: UInt8,
        diagnostics: [ConnectionDiagnostic],
        outcome: Outcome
    ) {
        let told = play([
            .clientBytes(HTTP2Bytes.preface + HTTP2Bytes.post("/1", stream: 1)),
            .serverBytes(HTTP2Bytes.settings() + HTTP2Bytes.reset(1, code: code)),
        ])
        #expect(told.diagnostics == diagnostics)
        #expect(told.records.map(\.exchange?.outcome) == [outcome])
        let reset = told.records.first?.exchange?.request?.http2?.reset
        #expect(reset?.code == HTTP2ErrorCode(UInt32(code)) && reset?.isByClient == false)
    }

    @Test func `passes over server push, whose header block still counts`() {
        // The promise adds "x: y" to the table; the response refers to it.
        let promise: [UInt8] = [0, 0, 0, 2, 0x82, 0x40, 1, 0x78, 1, 0x79]
        let told = play([
            .clientBytes(
                HTTP2Bytes.preface + HTTP2Bytes.headers([":method: GET", ":path: /"], stream: 1, ends: true)
            ),
            .serverBytes(HTTP2Bytes.settings() + HTTP2Bytes.frame(5, flags: 4, stream: 1, promise)),
            .serverBytes(
                HTTP2Bytes.headers([":status: 200"], stream: 2)
                    + HTTP2Bytes.data("push", stream: 2, ends: true)
            ),
            .serverBytes(HTTP2Bytes.frame(1, flags: 5, stream: 1, [0x88, 0xBE])),
        ])
        #expect(told.records.count == 1)
        #expect(told.records[0].exchange?.status == 200)
        #expect(told.records[0].exchange?.response?.head.fields.value(named: "x").map { Array($0) } == [0x79])
        #expect(told.diagnostics == [.pushIgnored])
    }

    @Test func `shows what can be shown where the capture begins in mid-connection`() throws {
        let block: [UInt8] = [0x83, 0x86, 0xBE, 0x04, 2, 0x2F, 0x75, 0xC0]
        let told = play(
            [
                .clientBytes(HTTP2Bytes.frame(1, flags: 4, stream: 7, block)),
                .clientBytes(HTTP2Bytes.data("abc", stream: 7, ends: true)),
                .serverBytes(
                    HTTP2Bytes.frame(8, [0, 0, 1, 0])
                        + HTTP2Bytes.headers([":status: 200"], stream: 7, ends: true)
                ),
            ],
            handshake: false
        )
        let exchange = try #require(told.records.first?.exchange)
        let request = try #require(exchange.request)
        #expect((exchange.method, exchange.target, exchange.status) == ("POST", "/u", 200))
        #expect(request.head.hasGap)
        #expect(request.http2?.unknownFields.map(\.index) == [2, 3])
        #expect(told.records[0].text == "abc")
        #expect(told.diagnostics.contains(.unknownFields))
    }

    @Test func `reads WebSocket over a stream as a tunnel`() throws {
        let told = play([
            .clientBytes(
                HTTP2Bytes.preface
                    + HTTP2Bytes.headers(
                        [
                            ":method: CONNECT", ":protocol: websocket", ":scheme: http", ":path: /chat",
                            ":authority: h",
                        ],
                        stream: 1
                    )
            ),
            .serverBytes(HTTP2Bytes.settings() + HTTP2Bytes.headers([":status: 200"], stream: 1)),
            .clientBytes(HTTP2Bytes.data("frames", stream: 1)),
        ])
        let exchange = try #require(told.records.first?.exchange)
        #expect(exchange.becameTunnel && exchange.tunnelProtocol == "websocket")
        #expect(exchange.url() == "http://h/chat")
        #expect(told.records[0].text.isEmpty)
    }

    @Test func `gives up the oldest stream where too many are open`() {
        var limits = ExchangeLimits()
        limits.openStreams = 3
        let requests = (0..<10).flatMap {
            HTTP2Bytes.headers([":method: GET", ":path: /"], stream: 2 * $0 + 1, ends: true)
        }
        let told = play([.clientBytes(HTTP2Bytes.preface + requests)], limits: limits)
        #expect(told.records.count == 10)
        #expect(told.records.allSatisfy { $0.calls.last == "completed" })
    }
}
