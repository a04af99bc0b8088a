import Bytes
import CaptureSources
import Exchanges
import InspectionRules
import TestSupport
import Testing

@testable import Pipeline

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
        responseContents: ResponseContents = .all
    ) -> Recorder {
        var recorder = Recorder()
        if let head {
            var messages = LoggedMessages(
                head,
                of: note,
                numbers: ExchangeNumbers(),
                responseContents: responseContents
            )
            messages.begin(&recorder)
            for byte in body.utf8 { messages.pushRequest([byte].span.bytes, &recorder) }
            if let response {
                let isWanted = messages.beginResponse(response, &recorder)
                #expect(isWanted == (responseContents == .all && response.content.isCounted))
                for byte in content.utf8 { messages.pushResponse([byte].span.bytes, &recorder) }
            }
            messages.finish(&recorder, as: .complete)
        } else {
            var messages = RawMessages(numbers: ExchangeNumbers(), responseContents: responseContents)
            for byte in body.utf8 { messages.pushRequest([byte].span.bytes, &recorder) }
            messages.finish(&recorder)
        }
        for index in recorder.records.indices { recorder.records[index].exchange?.annotate(with: note) }
        return recorder
    }

    @Test func `writes a head out again, in which a value cannot make a field`() throws {
        let recorder = read(LoggedExchange(form: .content), request(.kept, length: 2), body: "ab")
        let message = try #require(recorder.request)
        #expect(message.head.startLine == Array("POST /p HTTP/1.1".utf8))
        #expect(message.head.fields.lines.count == 3)
        #expect(message.head.fields.first(named: "y") == nil)
        #expect(
            message.head.framing == .contentLength && message.content.bodyLength == 2
                && message.content.completion == .complete
        )
        #expect(message.streamOffset(ofBody: 1) == message.head.contentStart + 1)
        #expect(recorder.records[0].calls == ["request", "content", "ended", "completed"])
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
            message?.content.bodyLength == 9 && message?.content.missingBytes == 9
                && message?.content.completion == .captureEnded
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
        #expect(exchange.server == nil, "a host name is not an address")
        #expect(exchange.url() == "https://h/p")
        #expect(exchange.tls.map { "\($0)" } == "TLSv1.2")
        #expect(exchange.request?.arrival.startedAt?.nanoseconds == 7)
        #expect(exchange.status == 404 && exchange.response?.content.bodyLength == 3)
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
        #expect(
            record.calls == [
                "request", "ended", "response", "response content", "response ended", "completed",
            ]
        )
        #expect(record.responseText == "abcd")
        let message = try #require(record.exchange?.response)
        #expect(
            message.content.bodyLength == 4 && message.content.missingBytes == 0
                && message.content.completion == .complete
        )
    }

    @Test func `only counts the content of a response that nobody wants`() throws {
        let head = response(.counted(length: 4))
        let log = LoggedExchange(form: .content)
        let record = read(log, request(.none), response: head, content: "abcd", responseContents: .none)
            .records[0]
        #expect(record.calls == ["request", "ended", "response", "response ended", "completed"])
        #expect(record.exchange?.response?.content.bodyLength == 4)
    }

    @Test func `misses what the log should hold of a response, and holds less of`() throws {
        var head = response(.counted(length: 3))
        head.representation = .decoded
        head.heldLength = 9
        let record = read(LoggedExchange(form: .text), request(.none), response: head, content: "abcd")
            .records[0]
        #expect(record.calls.suffix(3) == ["response gap", "response ended", "completed"])
        let message = try #require(record.exchange?.response)
        #expect(
            message.content.bodyLength == 9 && message.content.missingBytes == 5
                && message.content.completion == .captureEnded
        )
        #expect(message.content.wireLength == 3, "what was sent is another length")
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
        #expect(records[0].exchange?.response?.content.representation == representation)
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
        #expect(message.content.missingBytes == missing && message.content.completion == completion)
    }

    /// Reads raw exchanges as a log's reader hands them on; gives them with the contents of their messages.
    private func readRaw(
        _ form: LoggedForm,
        _ steps: [[(isRequest: Bool, text: String)]]
    ) throws -> [(exchange: Exchange, request: String, response: String)] {
        var options = InspectionOptions(.standard)
        options.keepsMessages = true
        let sink = ExchangeSink()
        let results = CaptureResults(sink: sink, options: options, memory: MemoryBudget())
        let run = CaptureRun(try InspectionWorkspace(options: options), results: results)
        var reader = LoggedExchangeReader(run)
        for step in steps {
            reader.begin(LoggedExchange(form: form))
            for (isRequest, text) in step {
                let bytes = Array(text.utf8)
                if isRequest {
                    reader.requestBytes(bytes.span.bytes)
                } else {
                    reader.responseBytes(bytes.span.bytes)
                }
            }
            reader.end()
        }
        run.finish()
        return try sink.exchanges.map { inspected in
            let request = try inspected.kept?.value.request?.content.bytes() ?? []
            let response = try inspected.kept?.value.response?.content.bytes() ?? []
            return (
                inspected.exchange, String(decoding: request, as: UTF8.self),
                String(decoding: response, as: UTF8.self)
            )
        }
    }

    @Test func `a raw exchange in which bytes are masked proves no more than text`() throws {
        let head = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let read = try readRaw(
            .masked,
            [[(true, "GET / HTTP/1.1\r\nHost: h\r\n\r\n"), (false, "\(head)2\r\na.\r\n0\r\n\r\n")]]
        )
        let (exchange, _, response) = try #require(read.first)
        #expect(response == "a.")
        #expect(exchange.fidelity == .text && exchange.informational == [100])
        #expect(exchange.response?.content.representation == .text)
    }

    @Test func `reads raw messages like those of a connection, content after 100 (Continue) too`() throws {
        let step = [
            (true, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n"),
            (false, "HTTP/1.1 100 Continue\r\n\r\n"), (true, "ab"),
            (false, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        ]
        let read = try readRaw(.wire, [step, step])
        #expect(read.map(\.request) == ["ab", "ab"])
        #expect(read.map(\.exchange.informational) == [[100], [100]])
        #expect(read.allSatisfy { $0.exchange.status == 200 && $0.exchange.fidelity == .wire })
    }
}

/// Keeps the exchanges that are handed on.
private final class ExchangeSink: InspectionSink {
    private(set) var exchanges: [InspectedExchange] = []

    func inspected(_ exchange: consuming InspectedExchange) { exchanges.append(exchange) }

    func counted(_ uploads: CountedUploads) {}
    func content(exchange: Int, part: Int, _ bytes: RawSpan) {}

    func requestEnded(_ exchange: InspectedExchange) {}
}

extension LoggedContent {
    /// Whether bytes may follow.
    fileprivate var isCounted: Bool { if case .counted = self { true } else { false } }
}
