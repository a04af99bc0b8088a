import Bytes
import CaptureSources
import Connections
import TestSupport
import Testing

@testable import Decryption

/// Sessions of real programs, cut and changed.
struct RecordedSessionTests {
    /// Keeps the two streams of one connection.
    private final class StreamKeeper: StreamConsumer {
        var streams: [[UInt8]] = [[], []]

        func received(_ bytes: RawSpan, from side: Side, _ origin: ByteOrigin) {
            streams[Int(side.rawValue)] += bytes.withUnsafeBytes { [UInt8]($0) }
        }

        func missed(_ length: Int, from side: Side, cause: GapCause, _ origin: ByteOrigin) {}
        func ended(_ end: StreamEnd, from side: Side, _ origin: ByteOrigin) {}
        func closed() {}
    }

    /// Keeps the streams of the last connection.
    private struct StreamRecorder: ConnectionHandler {
        var last = StreamKeeper()

        mutating func opened(_ connection: ConnectionSummary) -> any StreamConsumer {
            last = StreamKeeper()
            return last
        }
    }

    /// What is read of a session.
    private struct Reading: Equatable {
        var streams: [PlainRecorder.Stream]?
        var failedRecords: Int
        var unreadSessions: Int
    }

    private static let captures = CaptureFolder.captures.filter { $0.name.hasPrefix("tls/") }

    /// The two streams of the first connection.
    private func streams(_ capture: CaptureFile) throws -> [[UInt8]] {
        var source = try ByteSource(path: capture.path)
        var reader = ConnectionReader(StreamRecorder())
        _ = try CaptureReader.read(&source, into: &reader)
        reader.finish()
        return reader.handler.last.streams
    }

    private func log(_ capture: CaptureFile) throws -> KeyLog {
        let path = try #require(capture.keysPath)
        let bytes = try Checkout.bytes(of: path)
        var log = KeyLog()
        log.push(bytes.span.bytes)
        log.finish()
        return log
    }

    @Test func `each family of suites is there`() {
        #expect(Self.captures.count >= 20)
    }

    @Test(arguments: captures)
    func `a session is read the same however its client's stream is cut`(_ capture: CaptureFile) throws {
        let streams = try streams(capture)
        let log = try log(capture)
        // A proxy's tunnel is found by the order of both sides.
        let isProxied = capture.name.contains("proxy")
        ParserVerifier.verify(streams[0], splitLimit: 0, stepLimit: 20_000) { chunks in
            let client = chunks.map { Step.sent(.initiator, Array($0)) }
            let server = Step.sent(.responder, streams[1])
            let (recorder, counts, _) = play(isProxied ? client + [server] : [server] + client, log: log)
            if !recorder.isContinuous { Issue.record("bytes are told twice, or in another order") }
            return Reading(
                streams: recorder.decrypted.first,
                failedRecords: counts.failedRecords,
                unreadSessions: counts.unreadSessions
            )
        }
    }

    @Test(arguments: captures)
    func `bytes of one side that are changed or missing do no harm to others`(_ capture: CaptureFile) throws {
        let streams = try streams(capture)
        let log = try log(capture)
        var state: UInt64 = 1
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<(TestScope.isWhole ? 150 : 20) {
            var client = streams[0]
            for _ in 0...next(3) { client[next(client.count)] = UInt8(next(256)) }
            let start = next(client.count)
            let end = min(start + next(60), client.count)
            let steps: [Step] = [
                .sent(.initiator, Array(client[..<start])), .gap(.initiator, end - start),
                .sent(.responder, streams[1]), .sent(.initiator, Array(client[end...])),
            ]
            let (recorder, counts, _) = play(steps.filter { !$0.isEmpty }, log: log)
            #expect(recorder.isContinuous)
            #expect(counts.sessions <= 2)
        }
    }
}

extension Step {
    /// Whether nothing happens.
    fileprivate var isEmpty: Bool {
        switch self {
        case .sent(_, let bytes): bytes.isEmpty
        case .gap(_, let length): length == 0
        case .keys: false
        }
    }
}
