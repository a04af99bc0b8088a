import Bytes
import Connections
import Exchanges
import Testing

/// Files with a raw request.
@Suite struct RawMessageReaderTests {
    private func read(_ text: String, piece: Int? = nil) -> Recorder {
        let bytes = Array(text.utf8)
        var reader = RawMessageReader(handler: Recorder())
        for start in stride(from: 0, to: bytes.count, by: piece ?? max(bytes.count, 1)) {
            let end = min(start + (piece ?? bytes.count), bytes.count)
            reader.push(bytes.span.bytes.extracting(start..<end))
        }
        reader.finish()
        #expect(reader.exchangeCount == reader.handler.records.count)
        return reader.handler
    }

    @Test(arguments: [nil, 1, 3, 50])
    func `reads content without framing to the end of the file`(piece: Int?) throws {
        let told = read("POST /up HTTP/1.1\nHost: h\n\nGET it\r\nHTTP/1.1 200 OK\r\nend", piece: piece)
        let request = try #require(told.request)
        #expect(told.records.map { $0.text } == ["GET it\r\nHTTP/1.1 200 OK\r\nend"])
        #expect(request.framing == .bare)
        #expect(request.completion == .complete)
        #expect(request.firstFrame == nil)
        #expect(request.frame(ofBody: 0) == nil)
        #expect(told.records[0].exchange?.client == nil)
    }

    @Test(arguments: [nil, 1, 3, 50])
    func `reads the response after a framed request`(piece: Int?) throws {
        let told = read("POST /up HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc" + Scripts.ok, piece: piece)
        #expect(told.records.map { $0.text } == ["abc"])
        #expect(told.records.map { $0.exchange?.status } == [200])
        #expect(told.records.map { $0.responseText } == ["ok"])
        #expect(try #require(told.records[0].exchange?.response).startLineOffset == 43)
    }

    @Test(arguments: [nil, 1, 3])
    func `reads the response after a request without content`(piece: Int?) {
        let told = read("GET /up HTTP/1.1\r\nHost: h\r\n\r\n" + Scripts.ok, piece: piece)
        #expect(told.records.map { $0.exchange?.status } == [200])
        #expect(told.request?.bodyLength == 0)
    }

    @Test func `says that the file ends before the content`() throws {
        let request = try #require(read("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc").request)
        #expect(request.completion == .closedEarly)
        #expect(request.bodyLength == 3)
    }

    @Test func `keeps excess`() throws {
        #expect(
            try #require(read("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc--B--").request).excessLength
                == 5
        )
    }

    @Test func `finds no exchange in a file that holds none`() {
        #expect(read("--B\r\nContent-Disposition: form-data\r\n\r\n--B--\r\n").records.isEmpty)
        #expect(read("").records.isEmpty)
    }
}
