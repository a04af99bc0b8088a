import Bytes
import Exchanges
import TestSupport
import Testing

/// Which response belongs to what request, and where its content ends.
@Suite struct ResponseTests {
    private let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test(arguments: ["204 No", "304 Same"])
    func `expects no content where the status allows none`(status: String) {
        let told = play([
            .client(get + get), .server("HTTP/1.1 \(status)\r\nContent-Length: 9\r\n\r\n" + Scripts.ok),
        ])
        #expect(told.records.map { $0.responseText } == ["", "ok"])
        #expect(told.records.map { $0.exchange?.response?.content.completion } == [.complete, .complete])
    }

    @Test func `expects no content in an answer to HEAD`() {
        let told = play([
            .client("HEAD / HTTP/1.1\r\n\r\n" + get),
            .server("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n" + Scripts.ok),
        ])
        #expect(told.records.map { $0.responseText } == ["", "ok"])
    }

    @Test(arguments: [
        (StreamEnd.finished, MessageCompletion.complete), (.reset, .reset), (.captureEnded, .captureEnded),
    ])
    func `reads content without length until the stream ends`(
        end: StreamEnd,
        completion: MessageCompletion
    ) throws {
        let told = play([
            .client(get), .server("HTTP/1.1 200 OK\r\n\r\nabc"), .server("def"), .serverEnds(end),
        ])
        let response = try #require(told.records[0].exchange?.response)
        #expect(told.records[0].responseText == "abcdef")
        #expect(response.head.framing == .untilClose)
        #expect(response.content.completion == completion)
    }

    @Test func `collects informational responses`() throws {
        let told = play(try #require(Scripts.all["asked to continue"]))
        #expect(told.records[0].exchange?.informational == [100, 103])
        #expect(told.records[0].calls.contains("interim"))
        #expect(told.records[0].exchange?.status == 200)
        #expect(told.records[0].exchange?.reason == "OK")
    }

    @Test(arguments: [
        (StreamEnd.finished, 413, Outcome.rejectedEarly), (.reset, 413, .rejectedEarly),
        (.reset, 200, .cutOff), (.captureEnded, 413, .ordinary),
    ])
    func `tells a rejected request from one that broke off`(end: StreamEnd, status: Int, outcome: Outcome) {
        let told = play([
            .client(Scripts.upload("Content-Length: 100") + "abc"),
            .server("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n"), .client("def"), .clientEnds(end),
        ])
        #expect(told.records[0].exchange?.outcome == outcome)
        #expect(told.records[0].exchange?.status == status)
        #expect(told.records[0].text == "abcdef")
    }

    @Test(arguments: [
        ([Step.serverEnds(.finished), .clientEnds(.finished)], Outcome.rejectedEarly),
        ([.serverEnds(.reset), .clientEnds(.reset)], .rejectedEarly),
        ([.clientEnds(.finished), .serverEnds(.finished)], .cutOff),
        ([.clientEnds(.reset), .serverEnds(.reset)], .cutOff),
        ([.serverEnds(.captureEnded), .clientEnds(.finished)], .cutOff),
    ])
    func `tells who closed the connection first in the middle of a request`(ends: [Step], outcome: Outcome) {
        let told = play([.client(Scripts.upload("Content-Length: 100") + "abc")] + ends)
        #expect(told.records[0].exchange?.outcome == outcome)
    }

    @Test(arguments: [
        ("close", Outcome.rejectedEarly), ("TE, Close", .rejectedEarly), ("keep-alive", .cutOff),
    ])
    func `a server that says that it closes needs no more of the request`(option: String, outcome: Outcome) {
        let told = play([
            .client(Scripts.upload("Content-Length: 100") + "abc"),
            .server("HTTP/1.1 200 OK\r\nConnection: \(option)\r\nContent-Length: 0\r\n\r\n"),
            .clientEnds(.finished),
        ])
        #expect(told.records[0].exchange?.outcome == outcome)
    }

    @Test(arguments: [
        ("partwise; error=http_request_denied; details=\"a \\\"b\\\" c\"", "a \"b\" c"),
        ("one; details=\"first\", two; error=dns_error; details=\"last, one\"", "last, one"),
        ("one; details=\"first\", two", nil), ("x; details=\"open", "open"), ("x; details=\"\\", ""),
    ])
    func `a proxy's own answer says why`(status: String, details: String?) {
        let told = play([
            .client(Scripts.upload("Content-Length: 3") + "abc"),
            .server("HTTP/1.1 502 X\r\nProxy-Status: \(status)\r\nContent-Length: 0\r\n\r\n"),
        ])
        #expect(told.records[0].exchange?.remark == details)
    }

    @Test func `reads the next request where an expectation failed`() throws {
        let told = play(try #require(Scripts.all["next request in place of the content"]))
        #expect(told.records.map { $0.exchange?.outcome } == [.rejectedEarly, .ordinary])
        #expect(told.records.map { $0.text } == ["", "abc"])
        #expect(told.records.map { $0.exchange?.status } == [401, 200])
    }

    @Test func `reads the content that a client sends although the expectation failed`() {
        let told = play([
            .client(Scripts.upload("Expect: 100-continue\r\nContent-Length: 6")),
            .server("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n"), .client("GET"), .client(" /\n"),
            .clientEnds(.finished),
        ])
        #expect(told.records.map { $0.text } == ["GET /\n"])
        #expect(told.records[0].exchange?.request?.content.completion == .complete)
    }

    @Test func `matches a response whose packet was captured before the request's`() {
        let told = play([.server(Scripts.ok), .client("GET /1 HTTP/1.1\r\n\r\n")])
        #expect(told.records.map { $0.exchange?.target } == ["/1"])
        #expect(told.records.map { $0.exchange?.status } == [200])
    }

    @Test func `takes a response from before the capture for an exchange of its own`() {
        let told = play(
            [.server(Scripts.ok), .client("GET /1 HTTP/1.1\r\n\r\n"), .server(Scripts.ok)],
            handshake: false
        )
        #expect(told.records.map { $0.exchange?.request == nil } == [true, false])
        #expect(told.records.map { $0.exchange?.status } == [200, 200])
    }

    @Test func `matches nothing after a gap that may have swallowed responses`() {
        let told = play([
            .client("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n"), .serverGap(100), .server(Scripts.ok),
            .client("GET /3 HTTP/1.1\r\n\r\n"), .server(Scripts.ok),
        ])
        #expect(told.records.map { $0.exchange?.target } == ["/1", "/2", "", "/3"])
        #expect(told.records.map { $0.exchange?.status } == [nil, nil, 200, 200])
    }

    @Test func `goes on after a gap in a response of known length`() throws {
        let told = play([
            .client(get + get), .server("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"), .serverGap(7),
            .server(Scripts.ok),
        ])
        #expect(told.records.map { $0.exchange?.status } == [200, 200])
        #expect(try #require(told.records[0].exchange?.response).content.missingBytes == 7)
        #expect(told.records[0].exchange?.response?.content.completion == .complete)
    }

    @Test func `completes an exchange when the next one begins, not before`() {
        let told = play([.client(get), .server(Scripts.ok), .client(get), .server(Scripts.ok)])
        let calls = ["request", "ended", "response", "response content", "response ended", "completed"]
        #expect(told.records.map(\.calls) == [calls, calls])
    }

    @Test(arguments: [
        "A: \(String(repeating: "b", count: 300))\r\n", String(repeating: "A: b\r\n", count: 20),
    ])
    func `of a head that passes the limits it says so, and not of one that breaks off`(fields: String) throws
    {
        var limits = ExchangeLimits()
        limits.headBytes = 200
        limits.fieldLines = 10
        let told = play(
            [.client(get), .server("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 2\r\n\r\nok")],
            limits: limits
        )
        let response = try #require(told.records[0].exchange?.response)
        #expect(response.head.isTooLong && response.content.completion == .captureEnded)
        let cut = play([.client(get), .server("HTTP/1.1 200 OK\r\nA: b\r\nC"), .serverEnds(.finished)])
        #expect(cut.records[0].exchange?.response?.head.isTooLong == false)
    }

    @Test(arguments: ["tunnel", "upgrade"])
    func `reads nothing after the protocol changed`(name: String) throws {
        let told = play(try #require(Scripts.all[name]))
        #expect(told.records.count == 1)
        #expect(told.records[0].exchange?.becameTunnel == true)
        #expect(told.opaque == [name == "tunnel" ? .tunnel : .webSocket])
        #expect(told.request?.content.excessLength == 0)
    }
}
