import Bytes
import CaptureSources
import Connections
import Decryption
import Exchanges
import Forms
import Inspection
import InspectionRules
import Pages
import TestSupport
import Testing

@testable import Pipeline

/// The connections of one capture on several threads.
struct ConnectionSpreadTests {
    /// Reads a capture by some threads; see ``DescribedExchanges``.
    private func read(_ path: String, threads: Int, blockBytes: Int = 256, counting limit: Severity? = nil)
        throws -> [String]
    {
        var options = InspectionOptions(.standard)
        options.wantsDigests = limit == nil
        options.wantsPieces = limit == nil
        options.countsUploadsBelow = limit
        options.threads = threads
        options.spread.fileBytes = 0
        options.spread.blockBytes = blockBytes
        options.spread.longExchange = .max
        return try DescribedExchanges.read(path, options, counting: limit)
    }

    @Test(arguments: CaptureFolder.captures.filter(\.holdsPackets))
    func `a capture reads the same on one thread, two and three`(_ capture: CaptureFile) throws {
        let alone = try read(capture.path, threads: 1)
        let counted = try read(capture.path, threads: 1, counting: .warning)
        for threads in 2...3 {
            #expect(try read(capture.path, threads: threads) == alone)
            #expect(try read(capture.path, threads: threads, counting: .warning) == counted)
        }
    }

    @Test func `one thread reads packets, and the others inspect connections`() {
        #expect([1, 2, 3, 9, 64].map(SpreadLimits().workers) == [1, 1, 2, 8, 8])
    }

    @Test(arguments: [1, 700, 100_000], [2, 3, 8])
    func `exchanges of connections that alternate have the numbers of their order`(
        blockBytes: Int,
        threads: Int
    ) throws {
        let folder = try TemporaryFolder()
        let uploads = (1...300).map { Self.upload("field\($0)") }
        let path = try folder.write(WrittenCapture.interleaved(uploads), to: "many.pcap")
        let alone = try read(path, threads: 1)
        #expect(alone.count > 300)
        #expect(alone[41].hasPrefix("42, /up, 0, 84 0, part of 42,"))
        #expect(try read(path, threads: threads, blockBytes: blockBytes) == alone)
    }

    /// Takes the numbers of exchanges.
    private final class Numbers: InspectionSink {
        var numbers: [Int] = []
        var cleanUploads = 0

        func inspected(_ exchange: consuming InspectedExchange) { numbers.append(exchange.number) }
        func counted(_ uploads: CountedUploads) { cleanUploads += uploads.count }
        func content(exchange: Int, part: Int, _ bytes: RawSpan) {}
        func requestEnded(_ exchange: InspectedExchange) {}
    }

    /// What came of a capture that was spread.
    private struct Outcome {
        var isGivenUp: Bool
        var numbers: [Int]
        var cleanUploads: Int
        var packets: Int
    }

    /// Spreads the connections of a capture over three workers.
    private func spread(
        _ capture: [UInt8],
        _ options: InspectionOptions = InspectionOptions(.standard),
        memory: MemoryBudget = MemoryBudget(),
        blockBytes: Int
    ) throws -> Outcome {
        let sink = Numbers()
        let results = CaptureResults(sink: sink, options: options, memory: memory, isStrict: true)
        var options = options
        options.threads = 4
        options.spread.blockBytes = blockBytes
        let spread = try ConnectionSpread(
            SpreadInspection(options: options, capture: 0, memory: memory, log: KeyLog()),
            results: results
        )
        var reader = ConnectionReader(CaptureConnections(spread), memory: memory)
        var source = try ByteSource(name: "many.pcap", bytes: capture)
        _ = try CaptureReader.read(&source, format: .pcap, into: &reader)
        reader.finish()
        spread.finish()
        return Outcome(
            isGivenUp: spread.isGivenUp,
            numbers: sink.numbers,
            cleanUploads: sink.cleanUploads,
            packets: reader.counts.packets
        )
    }

    /// Why a spread may be given up.
    private enum Reason: CaseIterable { case none, littleMemory, longExchanges }

    @Test(arguments: Reason.allCases)
    private func `a spread is given up only where a limit comes near or exchanges are long`(_ reason: Reason)
        throws
    {
        let contentLength = reason == .longExchanges ? 110_000 : 42
        let count = reason == .longExchanges ? 100 : 1_000
        let uploads = (1...count).map { Self.upload("field\($0)", contentLength: contentLength) }
        let outcome = try spread(
            WrittenCapture.interleaved(uploads),
            memory: reason == .littleMemory ? MemoryBudget(limit: 1 << 20) : MemoryBudget(),
            blockBytes: 16 << 10
        )
        #expect(outcome.isGivenUp == (reason != .none))
        #expect(outcome.numbers == outcome.numbers.indices.map { $0 + 1 })
        #expect(reason == .none ? outcome.numbers.count == count : outcome.numbers.count < count)
        // What is not wanted any more is not read either.
        #expect(reason == .none ? outcome.packets == 4 * count : outcome.packets < 4 * count)
    }

    @Test func `clean uploads are counted, and the exchanges between them keep their numbers`() throws {
        var options = InspectionOptions(.standard)
        options.countsUploadsBelow = .note
        let capture = Self.capture(
            (1...300).map { number in
                [
                    number % 3 == 0 ? Self.upload("field") : Array(Self.clean("/up").utf8),
                    Array("HTTP/1.1 204 No Content\r\n\r\n".utf8),
                ]
            }
        )
        let outcome = try spread(capture, options, blockBytes: 4 << 10)
        #expect(!outcome.isGivenUp)
        #expect(outcome.cleanUploads == 200)
        #expect(outcome.numbers == (1...100).map { 3 * $0 })
    }

    /// What a worker that counts an upload cannot know of another connection.
    private enum Past: CaseIterable { case accepted, redirection, redirectionElsewhere, page, text }

    @Test(arguments: Past.allCases)
    private func `an upload is not counted where an earlier exchange of another connection may bear on it`(
        _ past: Past
    ) throws {
        var options = InspectionOptions(.standard)
        options.countsUploadsBelow = .note
        options.readsPages = true
        let form = "<form action=/up method=post enctype=multipart/form-data><input name=a></form>"
        let type = past == .page ? "text/html" : "text/plain"
        let answer =
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
        let redirection = "HTTP/1.1 307 Temporary Redirect\r\nContent-Length: 0\r\nLocation: "
        let upload = Self.clean("/old")
        let first =
            switch past {
            case .accepted: [upload, "HTTP/1.1 204 No Content\r\n\r\n"]
            case .redirection: [upload, redirection + "//other/up?again#now\r\n\r\n"]
            case .redirectionElsewhere: [upload, redirection + "/up/up\r\n\r\n"]
            case .page, .text: ["GET /form HTTP/1.1\r\nHost: h\r\n\r\n", answer]
            }
        let second = [Self.clean("/up"), "HTTP/1.1 204 No Content\r\n\r\n"]
        let capture = Self.capture([first, second].map { $0.map { Array($0.utf8) } })
        let outcome = try spread(capture, options, blockBytes: 1)
        let mayBear = past == .redirection || past == .page
        #expect(outcome.isGivenUp || outcome.numbers == [1, 2] || !mayBear)
        #expect(outcome.isGivenUp == (past == .redirection) || past == .page)
        #expect(outcome.cleanUploads == (mayBear ? 0 : past == .accepted ? 2 : 1))
    }

    /// Requests of one client with the answers to them, and the rule of which the last one is a violation because of the
    /// first.
    private static let aftermaths: [(rule: String, messages: [String])] = [
        (
            "semantics/redirect-dropped-body",
            [
                request("/up", boundary: "B", delimiter: "B"),
                "HTTP/1.1 301 Moved Permanently\r\nLocation: /up/\r\nContent-Length: 0\r\n\r\n",
                "GET /up/ HTTP/1.1\r\nHost: h\r\n\r\n",
            ]
        ),
        (
            "semantics/retry-different-boundary",
            [
                request("/up", boundary: "AaB03x", delimiter: "AaB03x"),
                "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n",
                request("/up", boundary: "AaB03x", delimiter: "Zz9876"),
            ]
        ),
    ]

    @Test(arguments: aftermaths.indices)
    func `a request that follows from a refused one is judged with that by several threads too`(
        _ index: Int
    ) throws {
        let (rule, messages) = Self.aftermaths[index]
        let folder = try TemporaryFolder()
        let bytes = messages.enumerated().map { (isFromClient: $0 % 2 == 0, bytes: Array($1.utf8)) }
        let path = try folder.write(WrittenCapture.bytes(bytes), to: "aftermath.pcap")
        let alone = try read(path, threads: 1)
        #expect(alone[1].contains(rule))
        #expect(try read(path, threads: 3) == alone)
    }

    private static func request(_ target: String, boundary: String, delimiter: String) -> String {
        let body =
            "--\(delimiter)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(delimiter)--\r\n"
        return
            "POST \(target) HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=\(boundary)\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// A capture of connections one after the other, each of requests and the responses to them by turns.
    private static func capture(_ connections: [[[UInt8]]]) -> [UInt8] {
        let files = connections.enumerated().map { connection, messages in
            WrittenCapture.bytes(
                messages.enumerated().map { (isFromClient: $0 % 2 == 0, bytes: $1) },
                port: 20_000 + connection
            )
        }
        // Of all but the first without the header of a file.
        return files[0] + files.dropFirst().flatMap { $0.dropFirst(24) }
    }

    /// A form of which nothing is to be said.
    private static func clean(_ target: String) -> String {
        let boundary = "----FormBoundaryq3Zt81LmXv0PbRkd"
        return request(target, boundary: boundary, delimiter: boundary)
    }

    /// A form that is short of its closing delimiter by a byte.
    private static func upload(_ name: String, contentLength: Int = 42) -> [UInt8] {
        let content = String(repeating: "x", count: contentLength)
        let body = "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n--B-\r\n"
        let head =
            "POST /up HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n"
        return Array((head + body).utf8)
    }
}
