import Bytes
import Exchanges
import TestSupport
import Testing

/// The chunked coding of requests.
@Suite struct ChunkedCodingTests {
    private static let head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"

    private func read(_ content: String, end: StreamEnd = .finished) -> Recorder {
        play([.client(Self.head + content), .clientEnds(end)])
    }

    private func offset(_ offset: Int) -> Int { Self.head.utf8.count + offset }

    @Test func `takes the coding off, and keeps the places of the content`() throws {
        let told = read("3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n")
        let request = try #require(told.request)
        #expect(told.records[0].text == "abc0123456789")
        #expect(request.content.completion == .complete)
        #expect(request.content.bodyLength == 13)
        #expect(request.content.wireLength == 28)
        #expect(request.content.faults.isEmpty)
        #expect(request.streamOffset(ofBody: 0) == offset(3))
        #expect(request.streamOffset(ofBody: 2) == offset(5))
        #expect(request.streamOffset(ofBody: 3) == offset(11))
        #expect(request.streamOffset(ofBody: 12) == offset(20))
    }

    @Test(arguments: [
        ("3;a=b\r\nabc\r\n0\r\n\r\n", FramingFault.Kind.chunkExtension, 1..<5),
        ("3 \r\nabc\r\n0\r\n\r\n", .chunkSizeBlank, 1..<2),
        ("3\nabc\r\n0\r\n\r\n", .chunkBareLF, 1..<2),
        ("3\r\nabc\n0\r\n\r\n", .chunkBareLF, 6..<7),
        ("3\r\nabc\r\n0\r\n\n", .chunkBareLF, 11..<12),
        ("3\r\nabc\r\n0\r\nA: b\r\n\r\n", .trailerSection, 11..<17),
    ])
    func `reads over oddities, and says where they are`(
        content: String,
        kind: FramingFault.Kind,
        range: Range<Int>
    ) throws {
        let told = read(content)
        let request = try #require(told.request)
        #expect(told.records[0].text == "abc")
        #expect(request.content.completion == .complete)
        #expect(
            request.content.faults == [
                FramingFault(kind: kind, range: offset(range.lowerBound)..<offset(range.upperBound))
            ]
        )
    }

    @Test func `an LF after data that ends in CR ends the chunk where other lines end in LF`() throws {
        let request = try #require(read("3\nab\r\n1\n\n\n0\n\n").request)
        #expect(request.content.completion == .complete)
        #expect(request.content.faults.allSatisfy { $0.kind == .chunkBareLF })
    }

    @Test(arguments: [
        ("--B\r\nrest\r\n", FramingFault.Kind.chunkSizeInvalid, 0..<3, "--B\r\nrest\r\n"),
        ("a=1&b=2", .chunkSizeInvalid, 0..<7, "a=1&b=2"),
        ("\r\nabc", .chunkSizeInvalid, 0..<0, "\r\nabc"),
        ("0x3\r\nabc", .chunkSizeInvalid, 0..<3, "0x3\r\nabc"),
        ("ffffffffffffffffff\r\nabc", .chunkSizeInvalid, 0..<18, "ffffffffffffffffff\r\nabc"),
        ("3\r\nab\r\nd\r\n", .chunkDataLength, 6..<7, "ab\r\nd\r\n"),
        ("3\r\nabc\r\n+1\r\nd", .chunkSizeInvalid, 8..<10, "abc+1\r\nd"),
        ("3\r\nabcd\r\n0\r\n\r\n", .chunkDataLength, 6..<7, "abcd\r\n0\r\n\r\n"),
        ("3\r\nabc\rd", .chunkDataLength, 6..<8, "abc\rd"),
    ])
    func `delivers as content what is no chunks`(
        content: String,
        kind: FramingFault.Kind,
        range: Range<Int>,
        text: String
    ) throws {
        let told = read(content)
        let request = try #require(told.request)
        #expect(told.records[0].text == text)
        #expect(request.content.bodyLength == text.utf8.count)
        #expect(request.content.completion == .malformed)
        #expect(
            request.content.faults == [
                FramingFault(kind: kind, range: offset(range.lowerBound)..<offset(range.upperBound))
            ]
        )
    }

    @Test func `misses the last chunk only where the sender closed`() throws {
        let closed = try #require(read("3\r\nabc\r\n").request)
        #expect(closed.content.completion == .closedEarly)
        #expect(
            closed.content.faults == [
                FramingFault(kind: .chunkMissingTerminator, range: offset(8)..<offset(8))
            ]
        )
        let open = try #require(read("3\r\nabc\r\n", end: .captureEnded).request)
        #expect(open.content.completion == .captureEnded)
        #expect(open.content.faults.isEmpty)
    }

    @Test func `gives up a line without end`() throws {
        let told = read("3" + String(repeating: ";x", count: 5_000))
        #expect(try #require(told.request).content.completion == .malformed)
        #expect(told.records[0].requestContent.count == 10_001)
    }

    @Test func `leaves room for other faults beside many extensions`() throws {
        let told = read(String(repeating: "1;x\r\na\r\n", count: 100) + "zz\r\n")
        let faults = try #require(told.request).content.faults
        #expect(faults.count <= 64)
        #expect(faults.last?.kind == .chunkSizeInvalid)
    }

    @Test func `goes on after a gap in the data of a chunk`() throws {
        let told = play([
            .client(Self.head + "a\r\n01"), .clientGap(8), .client("\r\n1\r\nx\r\n0\r\n\r\n"),
            .clientEnds(.finished),
        ])
        let request = try #require(told.request)
        #expect(request.content.completion == .complete)
        #expect(request.content.bodyLength == 11)
        #expect(request.content.missingBytes == 8)
        #expect(told.records[0].text == "01x")
        #expect(told.records[0].requestGaps == [[2, 8]])
    }

    @Test func `blames nobody where a gap swallows a chunk size`() throws {
        let told = play([
            .client(Self.head + "a\r\n01"), .clientGap(12), .client("xyz\r\n0\r\n\r\n"),
            .clientEnds(.finished),
        ])
        let request = try #require(told.request)
        #expect(request.content.completion == .captureEnded)
        #expect(request.content.faults.isEmpty)
        #expect(request.content.excessLength == 0)
        #expect(told.records[0].requestGaps == [[2, 8]])
        #expect(told.skipped == ["initiator": 10])
    }
}
