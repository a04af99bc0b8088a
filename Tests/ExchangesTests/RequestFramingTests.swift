import Bytes
import Exchanges
import TestSupport
import Testing

/// Where the content of a request ends.
@Suite struct RequestFramingTests {
    @Test func `keeps the head as it was sent, with places in the stream`() throws {
        let head = "pOsT /a?b HTTP/1.1\r\nhOST:h\r\nX:  a \r\n\tb\r\nContent-Length: 2\n\r\n"
        let request = try #require(play([.client(head + "ab")]).request)
        #expect(String(decoding: request.head.startLine, as: UTF8.self) == "pOsT /a?b HTTP/1.1")
        #expect(request.head.startLineEnding == .crlf)
        #expect(request.head.version == "HTTP/1.1")
        #expect(
            request.head.fields.lines.map { request.head.fields.text($0.name) } == [
                "hOST", "X", "Content-Length",
            ]
        )
        #expect(request.head.fields.text(request.head.fields.lines[1].value) == "a \r\n\tb")
        #expect(request.head.fields.lines[1].foldCount == 1)
        #expect(request.head.fields.lines[2].ending == .lf)
        #expect(request.head.fields.base == 20)
        #expect(request.head.contentStart == head.utf8.count)
        #expect(request.streamOffset(ofBody: 1) == head.utf8.count + 1)
    }

    @Test(arguments: [
        ("Content-Length: 3", 3, 3), ("Content-Length: 003", 3, 3),
        ("Content-Length: 3\r\nContent-Length: 3", 3, 3), ("Content-Length: 3, 3", 3, 3),
        ("Content-Length: 3\r\nContent-Length: 2", nil, 3), ("Content-Length: 2, 3", nil, 2),
        ("Content-Length: +3", nil, 3), ("Content-Length: 3.0", nil, 3),
        ("Content-Length: x\r\nContent-Length: 2", nil, 2),
        ("Content-Length: -1", nil, 0), ("Content-Length:", nil, 0),
        ("Content-Length: 99999999999999999999", nil, 5), ("Content-Length: 9223372036854775807", nil, 5),
    ])
    func `reads by the first number, and declares a length only where it is valid`(
        field: String,
        declared: Int?,
        read: Int
    ) throws {
        let told = play([.client("POST / HTTP/1.1\r\n\(field)\r\n\r\nabcde"), .clientEnds(.finished)])
        let request = try #require(told.request)
        #expect(request.head.declaredLength == declared)
        #expect(told.records[0].text == String("abcde".prefix(read)))
        #expect(request.content.excessLength == 5 - read)
    }

    @Test(arguments: [
        ("Transfer-Encoding: chunked", MessageFraming.chunked),
        ("Transfer-Encoding: chunked\r\nContent-Length: 3", .chunked),
        ("Content-Length: 3\r\nTransfer-Encoding: gzip, Chunked", .chunked),
        ("Transfer-Encoding: gzip\r\nTransfer-Encoding: \u{B}chunked", .chunked),
        ("Transfer-Encoding: chunked, gzip", .chunked),
        ("Transfer-Encoding: chunked, gzip\r\nContent-Length: 3", .contentLength),
        ("Transfer-Encoding: identity\r\nContent-Length: 3", .contentLength),
        ("Transfer-Encoding: identity", .none), ("Transfer-Encoding: gzip", .untilClose), ("X: y", .none),
    ])
    func `puts a last chunked before Content-Length`(fields: String, framing: MessageFraming) throws {
        let told = play([.client("POST / HTTP/1.1\r\n\(fields)\r\n\r\n3\r\nabc\r\n0\r\n\r\n")])
        #expect(try #require(told.request).head.framing == framing)
    }

    @Test func `keeps what follows too short a length as excess`() throws {
        let form = Scripts.form
        let told = play(try #require(Scripts.all["short by the close delimiter"]))
        let request = try #require(told.request)
        #expect(request.content.completion == .complete)
        #expect(String(decoding: request.content.excess, as: UTF8.self) == "\r\n--B--\r\n")
        #expect(request.content.excessLength == 9)
        #expect(told.records[0].text == String(decoding: Array(form.utf8).dropLast(9), as: UTF8.self))
        #expect(told.records.count == 1)
    }

    @Test func `keeps a close delimiter without a line end as excess`() throws {
        let told = play([
            .client("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc--B--"), .clientEnds(.finished),
        ])
        #expect(try #require(told.request).content.excess == Array("--B--".utf8))
    }

    @Test(arguments: [(MemoryBudget.defaultLimit, 2_400), (0, 1_024)])
    func `keeps as much excess as there is memory for, and counts all`(memory: Int, kept: Int) throws {
        let junk = String(repeating: "junk: line\r\n", count: 200)
        let budget = MemoryBudget(limit: memory)
        let told = play([.client("POST / HTTP/1.1\r\n\r\n" + junk), .clientEnds(.finished)], memory: budget)
        let request = try #require(told.request)
        #expect(request.content.excess == Array(junk.utf8.prefix(kept)))
        #expect(request.content.excessLength == 2_400)
        #expect(budget.takenBytes == (memory == 0 ? 0 : 64 << 10))
        #expect(request.frame(ofStream: request.head.contentStart + 2_399) == 1)
    }

    @Test func `reads a target of as many bytes as proxies take`() {
        let target = "/" + String(repeating: "a", count: 60_000)
        let told = play([.client("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")])
        #expect(told.records.map { $0.exchange?.target } == [target])
    }

    @Test func `takes the next request for no excess`() throws {
        let told = play([.client("POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nxGET /b HTTP/1.1\r\n\r\n")])
        #expect(told.records.map { $0.exchange?.target } == ["/", "/b"])
        #expect(try #require(told.request).content.excessLength == 0)
    }

    @Test func `finds the next request after a line of excess`() throws {
        let told = play([
            .client("POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx--B--\r\n"),
            .client("GET /b HTTP/1.1\r\n\r\n"),
        ])
        #expect(told.records.map { $0.exchange?.target } == ["/", "/b"])
        #expect(try #require(told.request).content.excess == Array("--B--\r\n".utf8))
    }

    @Test(arguments: [["\r\n"], ["\r", "\n"], ["\r\n\r\n"]])
    func `holds a CRLF between requests against the first alone`(pieces: [String]) throws {
        let told = play(
            [.client("POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx")] + pieces.map { .client($0) }
                + [.client("GET /b HTTP/1.1\r\n\r\n")]
        )
        #expect(try #require(told.request).content.excess == Array(pieces.joined().utf8))
        #expect(try #require(told.records[1].exchange?.request).content.faults.isEmpty)
    }

    @Test func `holds a CRLF before the first request against it`() throws {
        let told = play([.client("\r\nPOST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx")])
        let fault = try #require(told.request).content.faults.first
        #expect(fault == FramingFault(kind: .leadingEmptyLine, range: 0..<2))
    }

    @Test(arguments: [("POST /next HT", 0), ("--B--", 5), ("GET", 0)])
    func `blames nobody for a request that the end of the capture cuts`(rest: String, excess: Int) throws {
        let told = play([.client("POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx" + rest)])
        #expect(try #require(told.request).content.excessLength == excess)
    }

    @Test(arguments: [
        (StreamEnd.finished, MessageCompletion.closedEarly, Outcome.cutOff), (.reset, .reset, .cutOff),
        (.captureEnded, .captureEnded, .ordinary), (.replaced, .captureEnded, .ordinary),
    ])
    func `says how content broke off`(end: StreamEnd, completion: MessageCompletion, outcome: Outcome) throws
    {
        for framing in ["Content-Length: 9", "Transfer-Encoding: chunked"] {
            let told = play([.client("POST / HTTP/1.1\r\n\(framing)\r\n\r\n6\r\nabc"), .clientEnds(end)])
            #expect(try #require(told.request).content.completion == completion)
            #expect(told.records[0].exchange?.outcome == outcome)
        }
    }

    @Test func `tells of a head that breaks off`() throws {
        let told = play([.client("POST /up HTTP/1.1\r\nHost: h\r\nContent-Len"), .clientEnds(.reset)])
        let request = try #require(told.request)
        #expect(request.content.completion == .reset)
        #expect(request.head.fields.lines.count == 1)
        #expect(told.records[0].exchange?.outcome == .cutOff)
    }

    @Test func `gives up a head that passes the limits, and finds the next request`() throws {
        var limits = ExchangeLimits()
        limits.headBytes = 200
        limits.startLineBytes = 100
        let long = "POST /1 HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 60) + "\r\n"
        for cut in [Cut.whole, .pieces(1), .pieces(7)] {
            let told = play([.client(long), .client("GET /2 HTTP/1.1\r\n\r\n")], cut: cut, limits: limits)
            #expect(told.records.map { $0.exchange?.target } == ["/1", "/2"])
            #expect(try #require(told.request).content.completion == .captureEnded)
            #expect(told.request?.head.isTooLong == true)
            #expect(told.records.last?.exchange?.request?.head.isTooLong == false)
        }
    }

    @Test(arguments: ["", "more\n"])
    func `content without an end of its own ends with the stream, whether or not it was answered`(
        rest: String
    ) {
        let head = "POST /u HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n"
        let told = play([
            .client(head + "abc"), .server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .client(rest),
            .clientEnds(.finished),
        ])
        #expect(told.request?.content.completion == .complete)
        #expect(told.request?.content.bodyLength == 3 + rest.utf8.count)
    }
}
