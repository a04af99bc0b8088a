import Foundation
import InspectionRules
import Pipeline
import Reporting
import TestSupport
import Testing

/// Recorded clients, whose bytes are sent to the sink once more: what it says is what is said of its recording.
struct ReplayTests {
    /// A capture that the sink can be sent: plain, and whole.
    private struct Replay {
        var capture: CaptureFile
        var streams: [[UInt8]]

        /// The number of bytes.
        var length: Int { streams.reduce(0) { $0 + $1.count } }
    }

    /// The greatest length of what is sent byte by byte, or in pieces of seven, at the desk.
    private static let deskLength = 24 << 10

    private static func replays(inPiecesOf size: Int) throws -> [Replay] {
        try CaptureFolder.captures.compactMap { capture in
            guard capture.holdsPackets, capture.keysPath == nil,
                let streams = try ClientStreams.read(capture),
                // The record of a handshake begins TLS, which has keys that the sink does not know; CR version 2 of the PROXY
                // protocol, which it refuses: it is no server behind a load balancer.
                !streams.contains(where: { $0.first == 22 || $0.first == 13 || $0.isEmpty })
            else { return nil }
            let replay = Replay(capture: capture, streams: streams)
            return size > 7 || TestScope.isWhole || replay.length <= deskLength ? replay : nil
        }
    }

    /// The lines of NDJSON about exchanges, by their numbers.
    private static func lines(_ text: String) -> [Int: String] {
        var lines: [Int: String] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("{\"number\":") {
            lines[Int(line.dropFirst(10).prefix(while: \.isNumber)) ?? 0] = String(line)
        }
        return lines
    }

    private static func check(_ path: String) throws -> String {
        let text = StringSink()
        let reporter = NDJSONReporter(to: text)
        var feed = ReportFeed(to: reporter)
        _ = try CaptureInspection(options: InspectionOptions(.standard)).inspect(
            path: path,
            as: .capture(format: nil),
            into: &feed
        )
        return text.text
    }

    @Test(arguments: [1, 7, 1_460])
    func `the live verdict is the one on the recording, however the bytes come`(size: Int) throws {
        let replays = try Self.replays(inPiecesOf: size)
        #expect(replays.count > 20)
        let folder = try TemporaryFolder()
        let path = folder.path + "/recording.pcapng"
        let sink = try SinkProcess(["--format", "ndjson", "-o", path])
        var addresses: [[String]] = []
        for replay in replays {
            addresses.append([])
            for stream in replay.streams {
                let client = try RawClient(port: sink.port)
                addresses[addresses.count - 1].append(client.address)
                client.send(stream, inPiecesOf: size)
                client.finish()
                _ = client.receiveAll()
            }
        }
        let result = sink.stop()
        let live = Self.lines(result.output)
        let recorded = Self.lines(try Self.check(path))
        #expect(live.count >= replays.count)
        #expect(live.keys.sorted() == recorded.keys.sorted())
        for (number, line) in live { #expect(line == recorded[number], "exchange \(number)") }
        try expectTruth(of: replays, from: addresses, in: live)
    }

    /// The contents of parts are as long as the server wrote down that took them first.
    private func expectTruth(of replays: [Replay], from addresses: [[String]], in live: [Int: String]) throws
    {
        var forms: [String: [[Int]]] = [:]
        for (_, line) in live.sorted(by: { $0.key < $1.key }) {
            let exchange = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            )
            let connection = try #require(exchange["connection"] as? [String: Any])
            let client = try #require(connection["client"] as? String)
            guard let form = exchange["form"] as? [String: Any], let parts = form["parts"] as? [[String: Any]]
            else { continue }
            forms[client, default: []].append(parts.compactMap { $0["contentLength"] as? Int })
        }
        var count = 0
        for (replay, addresses) in zip(replays, addresses) {
            // What is broken is read in another way by a strict server, and its connection is closed.
            guard let truth = try? replay.capture.truth(), truth.captureDefect == nil,
                !replay.capture.path.contains("/faulty/"), !replay.capture.path.contains("/mangled/")
            else { continue }
            let sent = addresses.flatMap { forms[$0] ?? [] }
            let expected = truth.requests.compactMap { $0.parts?.map(\.size) }.filter { !$0.isEmpty }
            #expect(sent.sorted(by: <) == expected.sorted(by: <), "\(replay.capture.path)")
            count += sent.count
        }
        #expect(count >= 20)
    }
}

extension [Int] {
    fileprivate static func < (left: [Int], right: [Int]) -> Bool { left.lexicographicallyPrecedes(right) }
}
