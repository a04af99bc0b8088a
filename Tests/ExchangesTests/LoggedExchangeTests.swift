import Bytes
import CaptureSources
import Exchanges
import Testing

/// Exchanges of a proxy's log become those that packets give.
struct LoggedExchangeTests {
    private func request(_ content: LoggedContent, length: Int? = nil) -> LoggedRequest {
        LoggedRequest(
            method: "POST",
            target: "/p",
            version: "HTTP/1.1",
            fields: [LoggedField("Host", "h"), LoggedField("X", "a\r\nY: b")]
                + (length.map { [LoggedField("Content-Length", "\($0)")] } ?? []),
            content: content
        )
    }

    private func read(
        _ note: LoggedExchange,
        _ head: LoggedRequest?,
        body: String = "",
        response: LoggedResponse? = nil,
        content: String = "",
        interest: ContentInterest = .wanted
    ) -> Recorder {
        var reader = LoggedExchangeReader(handler: Recorder(interest: interest))
        reader.begin(note)
        if let head { reader.request(head) }
        for byte in body.utf8 { reader.requestBytes([byte].span.bytes) }
        if let response {
            #expect(reader.response(response) == (interest == .wanted && response.content.isCounted))
            for byte in content.utf8 { reader.responseBytes([byte].span.bytes) }
        }
        reader.end()
        return reader.handler
    }

    @Test func `writes a head out again, in which a value cannot make a field`() throws {
        let recorder = read(LoggedExchange(form: .content), request(.kept, length: 2), body: "ab")
        let message = try #require(recorder.request)
        #expect(message.startLine == Array("POST /p HTTP/1.1".utf8))
        #expect(message.fields.lines.count == 3)
        #expect(message.fields.first(named: "y") == nil)
        #expect(
            message.framing == .contentLength && message.bodyLength == 2 && message.completion == .complete
        )
        #expect(message.streamOffset(ofBody: 1) == message.contentStart + 1)
        #expect(recorder.records[0].calls == ["request", "content", "completed"])
        #expect(recorder.records[0].text == "ab")
    }

    @Test(arguments: [
        (LoggedForm.content, LoggedContent.kept, "ab", Fidelity.body), (.text, .kept, "ab", .body),
        (.text, .kept, "abc", .text), (.text, .kept, "\u{FFFD}", .text), (.masked, .kept, "ab", .text),
        (.text, .absent(length: 2), "", .heads), (.content, .none, "", .body),
    ])
    func `says what the source proves`(
        _ form: LoggedForm,
        _ content: LoggedContent,
        _ body: String,
        _ fidelity: Fidelity
    ) {
        let length = body == "\u{FFFD}" ? 3 : 2
        let recorder = read(LoggedExchange(form: form), request(content, length: length), body: body)
        #expect(recorder.records[0].exchange?.fidelity == fidelity)
    }

    @Test func `counts a body that was not kept as missing`() {
        let message = read(LoggedExchange(form: .text), request(.absent(length: nil), length: 9)).request
        #expect(
            message?.bodyLength == 9 && message?.missingBytes == 9 && message?.completion == .captureEnded
        )
    }

    @Test func `takes in what the log says beside the messages`() throws {
        var note = LoggedExchange(form: .content)
        note.client = LoggedAddress(host: "10.0.0.1", port: 5)
        note.server = LoggedAddress(host: "a.example", port: 443)
        note.scheme = "https"
        note.tlsVersion = "TLS 1.2"
        note.requestStart = Timestamp(nanoseconds: 7)
        let response = LoggedResponse(
            status: 404,
            reason: "No",
            version: "HTTP/1.1",
            fields: [],
            content: .counted(length: 3)
        )
        let recorder = read(note, request(.none), response: response, content: "abc")
        let exchange = try #require(recorder.records[0].exchange)
        #expect(exchange.client.map { "\($0)" } == "10.0.0.1:5")
        #expect(exchange.server == nil, "a host name is no address")
        #expect(exchange.url() == "https://h/p")
        #expect(exchange.tls.map { "\($0)" } == "TLSv1.2")
        #expect(exchange.request?.startedAt?.nanoseconds == 7)
        #expect(exchange.status == 404 && exchange.response?.bodyLength == 3)
    }

    private func response(
        _ content: LoggedContent,
        status: Int = 200,
        fields: [LoggedField] = [LoggedField("Content-Length", "4")]
    ) -> LoggedResponse {
        LoggedResponse(status: status, reason: "", version: "HTTP/1.1", fields: fields, content: content)
    }

    @Test func `passes on the content of a response, in its pieces`() throws {
        let head = response(.counted(length: 4))
        let record = read(LoggedExchange(form: .content), request(.none), response: head, content: "abcd")
            .records[0]
        #expect(record.calls == ["request", "response", "response content", "completed"])
        #expect(record.responseText == "abcd")
        let message = try #require(record.exchange?.response)
        #expect(message.bodyLength == 4 && message.missingBytes == 0 && message.completion == .complete)
    }

    @Test func `only counts the content of a response that nobody wants`() throws {
        let head = response(.counted(length: 4))
        let log = LoggedExchange(form: .content)
        let record = read(log, request(.none), response: head, content: "abcd", interest: .skipped).records[0]
        #expect(record.calls == ["request", "response", "completed"])
        #expect(record.exchange?.response?.bodyLength == 4)
    }

    @Test func `misses what the log should hold of a response, and holds less of`() throws {
        var head = response(.counted(length: 3))
        head.representation = .decoded
        head.heldLength = 9
        let record = read(LoggedExchange(form: .text), request(.none), response: head, content: "abcd")
            .records[0]
        #expect(record.calls.suffix(2) == ["response gap", "completed"])
        let message = try #require(record.exchange?.response)
        #expect(message.bodyLength == 9 && message.missingBytes == 5 && message.completion == .captureEnded)
        #expect(message.wireLength == 3, "what was sent is another length")
    }

    @Test(arguments: [
        ("abcd", [] as [LoggedField], KeptRepresentation.sent), ("abcde", [], .text),
        ("a\u{FFFD}", [], .text),
        ("abcd", [LoggedField("Content-Encoding", "br")], .text),
    ])
    func `a text that is just as long as was declared is what was sent`(
        _ text: String,
        _ more: [LoggedField],
        _ representation: KeptRepresentation
    ) {
        var head = response(.counted(length: 4), fields: [LoggedField("Content-Length", "4")] + more)
        head.representation = .text
        let records = read(LoggedExchange(form: .text), request(.none), response: head, content: text).records
        #expect(records[0].exchange?.response?.representation == representation)
    }

    @Test(arguments: [(200, 4, MessageCompletion.captureEnded), (204, 0, .complete), (304, 0, .complete)])
    func `content that the log does not hold is missing where a response has some`(
        _ status: Int,
        _ missing: Int,
        _ completion: MessageCompletion
    ) throws {
        let head = response(.absent(length: nil), status: status)
        let record = read(LoggedExchange(form: .text), request(.none), response: head).records[0]
        let message = try #require(record.exchange?.response)
        #expect(message.missingBytes == missing && message.completion == completion)
    }

    @Test func `a raw exchange in which bytes are masked proves no more than text`() throws {
        var reader = LoggedExchangeReader(handler: Recorder())
        reader.begin(LoggedExchange(form: .masked))
        reader.requestBytes(Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8).span.bytes)
        let head = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        reader.responseBytes(Array("\(head)2\r\na.\r\n0\r\n\r\n".utf8).span.bytes)
        reader.end()
        let record = reader.handler.records[0]
        #expect(record.responseText == "a.")
        #expect(record.exchange?.fidelity == .text && record.exchange?.informational == [100])
        #expect(record.exchange?.response?.representation == .text)
    }

    @Test func `reads raw messages like those of a connection, content after 100 (Continue) too`() throws {
        var reader = LoggedExchangeReader(handler: Recorder())
        for _ in 0..<2 {
            reader.begin(LoggedExchange(form: .wire))
            reader.requestBytes(
                Array("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n".utf8).span.bytes
            )
            reader.responseBytes(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8).span.bytes)
            reader.requestBytes(Array("ab".utf8).span.bytes)
            reader.responseBytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8).span.bytes)
            reader.end()
        }
        #expect(reader.handler.records.map(\.text) == ["ab", "ab"])
        #expect(reader.handler.records.map { $0.exchange?.informational } == [[100], [100]])
        #expect(
            reader.handler.records.allSatisfy { $0.exchange?.status == 200 && $0.exchange?.fidelity == .wire }
        )
    }
}

extension LoggedContent {
    /// Whether bytes may follow.
    fileprivate var isCounted: Bool { if case .counted = self { true } else { false } }
}
