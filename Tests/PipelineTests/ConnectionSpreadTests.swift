import Bytes
import CaptureSources
import Connections
import Decryption
import Exchanges
import Forms
import Inspection
import Pages
import TestSupport
import Testing

@testable import Pipeline

/// The connections of one capture on several threads.
struct ConnectionSpreadTests {
    /// Describes each exchange as it comes.
    private struct Gathering: InspectionHandler {
        var lines: [String] = []

        mutating func inspected(_ exchange: consuming InspectedExchange) {
            let request = exchange.exchange.request
            let response = exchange.exchange.response
            var facts = ["\(exchange.number)", exchange.exchange.target, "\(exchange.exchange.status ?? 0)"]
            facts.append("\(request?.arrival.firstFrame ?? 0) \(response?.arrival.firstFrame ?? 0)")
            facts += exchange.form?.parts.map { "part of \($0.content.count)" } ?? ["no form"]
            facts += exchange.findings.map { "\($0.finding) in \($0.frame ?? 0)" }
            facts += exchange.digests + exchange.pieces.map { "piece of \($0)" }
            if let origin = exchange.origin { facts.append("from page \(origin.value.page)") }
            lines.append(facts.joined(separator: ", "))
        }
    }

    /// Reads a capture; what is said of the capture comes last.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - threads: how many threads inspect its connections.
    ///   - blockBytes: how many bytes they are handed at once.
    /// - Returns: what is said of it.
    /// - Throws: what its reading throws.
    private func read(_ path: String, threads: Int, blockBytes: Int = 256) throws -> [String] {
        var options = InspectionOptions()
        options.wantsDigests = true
        options.wantsPieces = true
        options.readsPages = true
        options.threads = threads
        options.spread.fileBytes = 0
        options.spread.blockBytes = blockBytes
        options.spread.longExchange = .max
        var handler = Gathering()
        let result = try CaptureInspection(options: options)
            .inspect(path: path, as: .capture(format: nil), into: &handler)
        let opaque = result.opaque.map { "\($0.value) \($0.key)" }.sorted()
        let problems = result.problems.map { "\($0)" }
        let counts = "\(result.packets ?? 0), \(result.connections ?? 0), \(result.exchanges)"
        return handler.lines + [counts] + opaque + problems
    }

    @Test(arguments: CaptureFolder.captures.filter(\.holdsPackets))
    func `a capture reads the same on one thread and on three`(_ capture: CaptureFile) throws {
        let alone = try read(capture.path, threads: 1)
        #expect(try read(capture.path, threads: 3) == alone)
    }

    @Test(arguments: [1, 700, 100_000], [2, 8])
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

        func inspected(_ exchange: consuming InspectedExchange) { numbers.append(exchange.number) }
        func content(exchange: Int, part: Int, _ bytes: RawSpan) {}
        func requestEnded(_ exchange: InspectedExchange) {}
    }

    /// Why a spread may be given up.
    private enum Reason: CaseIterable { case none, littleMemory, longExchanges }

    @Test(arguments: Reason.allCases)
    private func `a spread is given up only where a limit comes near or exchanges are long`(_ reason: Reason)
        throws
    {
        let options = InspectionOptions()
        let memory = reason == .littleMemory ? MemoryBudget(limit: 1 << 20) : MemoryBudget()
        let workers = try (0..<3).map { _ in
            try ConnectionWorker(options, capture: 0, memory: memory, log: KeyLog())
        }
        let sink = Numbers()
        let results = CaptureResults(sink: sink, options: options, memory: memory, isStrict: true)
        var limits = SpreadLimits()
        limits.blockBytes = 16 << 10
        let spread = ConnectionSpread(
            workers,
            limits: limits,
            results: results,
            memory: memory,
            log: KeyLog()
        )
        var reader = ConnectionReader(CaptureConnections(spread), memory: memory)
        let contentLength = reason == .longExchanges ? 110_000 : 42
        let count = reason == .longExchanges ? 100 : 1_000
        let uploads = (1...count).map { Self.upload("field\($0)", contentLength: contentLength) }
        var source = try ByteSource(name: "many.pcap", bytes: WrittenCapture.interleaved(uploads))
        _ = try CaptureReader.read(&source, format: .pcap, into: &reader)
        reader.finish()
        spread.finish()
        #expect(spread.isGivenUp == (reason != .none))
        #expect(sink.numbers == sink.numbers.indices.map { $0 + 1 })
        #expect(reason == .none ? sink.numbers.count == count : sink.numbers.count < count)
        // What is not wanted any more is not read either.
        #expect(reason == .none ? reader.counts.packets == 4 * count : reader.counts.packets < 4 * count)
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
        #expect(try read(path, threads: 2) == alone)
    }

    private static func request(_ target: String, boundary: String, delimiter: String) -> String {
        let body =
            "--\(delimiter)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(delimiter)--\r\n"
        return
            "POST \(target) HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=\(boundary)\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
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
