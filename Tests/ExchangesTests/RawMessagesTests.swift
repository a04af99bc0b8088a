import Bytes
import Exchanges
import TestSupport
import Testing

/// Files with a raw request.
@Suite struct RawMessagesTests {
    private func read(_ text: String, piece: Int? = nil) -> Recorder {
        let bytes = Array(text.utf8)
        let numbers = ExchangeNumbers()
        var recorder = Recorder()
        var reader = RawMessages(numbers: numbers, responseContents: .all)
        for start in stride(from: 0, to: bytes.count, by: piece ?? max(bytes.count, 1)) {
            let end = min(start + (piece ?? bytes.count), bytes.count)
            reader.push(bytes.span.bytes.extracting(start..<end), &recorder)
        }
        reader.finish(&recorder)
        #expect(numbers.last == recorder.records.count)
        return recorder
    }

    @Test(arguments: [nil, 1, 3, 50])
    func `reads content without framing to the end of the file`(piece: Int?) throws {
        let told = read("POST /up HTTP/1.1\nHost: h\n\nGET it\r\nHTTP/1.1 200 OK\r\nend", piece: piece)
        let request = try #require(told.request)
        #expect(told.records.map { $0.text } == ["GET it\r\nHTTP/1.1 200 OK\r\nend"])
        #expect(request.head.framing == .bare)
        #expect(request.content.completion == .complete)
        #expect(request.arrival.firstFrame == nil)
        #expect(request.frame(ofBody: 0) == nil)
        #expect(told.records[0].exchange?.client == nil)
    }

    @Test(arguments: [nil, 1, 3, 50])
    func `reads the response after a framed request`(piece: Int?) throws {
        let told = read("POST /up HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc" + Scripts.ok, piece: piece)
        #expect(told.records.map { $0.text } == ["abc"])
        #expect(told.records.map { $0.exchange?.status } == [200])
        #expect(told.records.map { $0.responseText } == ["ok"])
        #expect(try #require(told.records[0].exchange?.response).head.startLineOffset == 43)
    }

    private static let form =
        "POST /up HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=\"b 1\"\r\n\r\n"
    private static let parts =
        "--b 1\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n--b\r\n--\r\nHTTP/1.1 200 OK\r\n"
        + "GET / HTTP/1.1\r\n\r\n\r\n--b 1--"

    @Test(arguments: [nil, 1, 3, 50], ["", "\r\n", "\n"])
    func `reads the response after the close delimiter of a form without a length`(
        piece: Int?,
        blank: String
    ) {
        let told = read(Self.form + Self.parts + "\r\n" + blank + Scripts.ok, piece: piece)
        #expect(told.records.map { $0.text } == [Self.parts + "\r\n" + blank])
        #expect(told.records.map { $0.exchange?.status } == [200])
        #expect(told.records.map { $0.responseText } == ["ok"])
        #expect(told.request?.content.completion == .complete)
    }

    @Test(arguments: [nil, 1, 3, 50])
    func `reads the request after the close delimiter of a form without a length`(piece: Int?) {
        let told = read(Self.form + Self.parts + "\r\n" + Self.form + Self.parts, piece: piece)
        #expect(told.records.map { $0.text } == [Self.parts + "\r\n", Self.parts])
    }

    @Test(arguments: [nil, 1, 3, 50])
    func `a close delimiter in the middle of a line does not end a form without a length`(piece: Int?) {
        let lines = "\n\r\nx--b 1--\r\nHTTP/1.1 200 OK\r\n\r\n--b 1--x\r\n\n--b 1--y--b 1--\r\n"
        let parts = Self.parts.replacing("\r\n\r\n--b\r\n", with: "\r\n\r\n\(lines)")
        let told = read(Self.form + parts + "\r\n" + Scripts.ok, piece: piece)
        #expect(told.records.map { $0.text } == [parts + "\r\n"])
        #expect(told.records.map { $0.responseText } == ["ok"])
    }

    @Test(arguments: [nil, 1, 3, 50])
    func `reads a form without a length to the end of the file where text follows it`(piece: Int?) {
        let rest = Self.parts + "\r\ntext\r\n" + Scripts.ok
        #expect(read(Self.form + rest, piece: piece).records.map { $0.text } == [rest])
    }

    @Test(arguments: [nil, 1, 3])
    func `reads the response after a request without content`(piece: Int?) {
        let told = read("GET /up HTTP/1.1\r\nHost: h\r\n\r\n" + Scripts.ok, piece: piece)
        #expect(told.records.map { $0.exchange?.status } == [200])
        #expect(told.request?.content.bodyLength == 0)
    }

    @Test(arguments: [
        "POST /up HTTP/1.1\nHost: h\n\nGET it\r\nHTTP/1.1 200 OK\r\nend",
        "POST /up HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc" + Scripts.ok,
        "POST /up HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + Scripts.ok,
        "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc--B--",
        "--B\r\nContent-Disposition: form-data\r\n\r\n--B--\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nabc" + Scripts.ok,
        "POST / HTTP/1.1\r\nContent-Length: 26\r\n\r\nHTTP/1.1 100 Continue\r\nabc" + Scripts.ok,
        "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nHTTP/1.1 103 A\r\na: b\r\nHTTP/1.1 200 OK\r\n\r\n",
    ])
    func `tells the same however the file is cut`(_ text: String) {
        ParserVerifier.verify(Array(text.utf8)) { chunks in
            let numbers = ExchangeNumbers()
            var recorder = Recorder()
            var reader = RawMessages(numbers: numbers, responseContents: .all)
            for chunk in chunks { reader.push(chunk.span.bytes, &recorder) }
            reader.finish(&recorder)
            return "\(numbers.last) \(recorder.account)"
        }
    }

    private static let expecting =
        "POST /up HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n"

    @Test(arguments: [nil, 1, 3, 50], ["Content-Length: 9", "Transfer-Encoding: chunked"])
    func `a client whose expectation is refused does not close early`(piece: Int?, framing: String) throws {
        let head = Self.expecting.replacing("Content-Length: 9", with: framing)
        let told = read(head + "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\nno", piece: piece)
        #expect(told.records.map { $0.exchange?.status } == [417])
        #expect(told.records.map { $0.exchange?.outcome } == [.rejectedEarly])
        #expect(told.records.map { $0.text } == [""])
        #expect(told.records.map { $0.responseText } == ["no"])
    }

    @Test(
        arguments: [nil, 1, 3, 50],
        ["HTTP/1.1 ", "HTTP/1.1 100 Continue\r\n", "--B\r\n\r\n-", "GET it\r\n\r\n"]
    )
    func `content after an expectation is read as content`(piece: Int?, content: String) throws {
        let length = content.utf8.count
        let head = Self.expecting.replacing("Length: 9", with: "Length: \(length)")
        let told = read(head + content + Scripts.ok, piece: piece)
        #expect(told.records.map { $0.text } == [content])
        #expect(told.records.map { $0.exchange?.status } == [200])
        #expect(try #require(told.request).content.completion == .complete)
    }

    private static let interim = "HTTP/1.1 100 Continue\r\n\r\n"

    @Test(
        arguments: [
            "Content-Length: 9\r\n", "Expect: 100-continue\r\nContent-Length: 9\r\n",
            "Transfer-Encoding: chunked\r\n", "",
        ],
        [
            interim, "HTTP/1.1 100 Continue\n\n", "HTTP/1.0 102 \r\n\r\n" + interim,
            "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\nX-B: c\r\n\r\n",
        ]
    )
    func `an interim response before the content is not content`(framing: String, interim: String) throws {
        let content = "--B\r\n\r\nab"
        let coded = framing.hasPrefix("T") ? "9\r\n\(content)\r\n0\r\n\r\n" : content
        let head = "POST /up HTTP/1.1\r\nHost: h\r\n\(framing)\r\n"
        for piece in [nil, 1, 3, 50] {
            let told = read(head + interim + coded + (framing.isEmpty ? "" : Scripts.ok), piece: piece)
            let exchange = try #require(told.records.first?.exchange)
            #expect(told.records.map { $0.text } == [content])
            #expect(exchange.status == (framing.isEmpty ? nil : 200))
            let statuses = interim.split(separator: "HTTP").map { Int($0.dropFirst(5).prefix(3)) }
            #expect(exchange.informational == statuses)
            let request = try #require(told.request)
            #expect(request.content.completion == .complete)
            #expect(request.content.faults.isEmpty)
            #expect(request.content.excessLength == 0)
        }
    }

    @Test(
        arguments: [nil, 1, 3, 50],
        [
            "HTTP/1.1 100 Continue\r\n--B\r\n\r\n", "HTTP/1.1 100 Continue\r\nA: b\r\n c\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 100",
        ]
    )
    func `lines that only begin like an interim response are content`(piece: Int?, content: String) throws {
        let length = content.utf8.count
        let head = "POST /up HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n"
        for after in ["", Scripts.ok] {
            let told = read(head + content + after, piece: piece)
            #expect(told.records.map { $0.text } == [content])
            #expect(told.records.map { $0.exchange?.status } == [after.isEmpty ? nil : 200])
            #expect(try #require(told.request).content.completion == .complete)
        }
    }

    @Test func `says that the file ends before the content`() throws {
        let request = try #require(read("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc").request)
        #expect(request.content.completion == .closedEarly)
        #expect(request.content.bodyLength == 3)
    }

    @Test(arguments: [
        ("Content-Length: 9", "abc", MessageCompletion.captureEnded),
        ("Transfer-Encoding: chunked", "9\r\nabc", .captureEnded), ("Server: s", "abc", .complete),
    ])
    func `a response that lacks its end goes on where the file ends, which shows nothing of the server`(
        _ field: String,
        _ content: String,
        _ completion: MessageCompletion
    ) throws {
        let request = "POST /up HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"
        let told = read("\(request)HTTP/1.1 200 OK\r\n\(field)\r\n\r\n\(content)")
        let response = try #require(told.records.first?.exchange?.response)
        #expect(response.content.completion == completion)
        #expect(response.content.bodyLength == 3)
    }

    @Test func `keeps excess`() throws {
        #expect(
            try #require(read("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc--B--").request).content
                .excessLength
                == 5
        )
    }

    @Test func `finds no exchange in a file that holds none`() {
        #expect(read("--B\r\nContent-Disposition: form-data\r\n\r\n--B--\r\n").records.isEmpty)
        #expect(read("").records.isEmpty)
    }
}
