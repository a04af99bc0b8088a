import Foundation
import Shell
import TestSupport
import Testing

@testable import Tool

/// The same upload as packets and as a proxy or a client recorded it: `diff` tells what the record lost, and nothing else.
struct RecordedTwiceTests {
    /// An upload that was recorded twice.
    struct Pair: Sendable, CustomTestStringConvertible {
        var packets: String
        var record: String
        /// The traits that differ, each after what it is one of.
        var differences: Set<String> = []
        /// What the record does not hold.
        var lost: [String] = []

        var testDescription: String { "\(packets) and \(record)" }
    }

    private static let pairs = [
        Pair(packets: "curl-plain.pcap", record: "curltrace-plain.txt"),
        Pair(packets: "curl-plain.pcap", record: "curltrace-verbose.txt", lost: ["body"]),
        // The proxy has another port than the server.
        Pair(
            packets: "mitm-dev-charset.pcap#1",
            record: "mitm-dev-charset.mitm#1",
            differences: ["head field host"],
            lost: ["framing"]
        ),
        Pair(packets: "mitm-dev-proxy.pcap#1", record: "mitm-dev-proxy.mitm#1", lost: ["framing"]),
        Pair(
            packets: "curl-tricky.pcapng",
            record: "curltrace-ascii-tricky.txt",
            lost: ["contents", "masked-bytes"]
        ),
        Pair(
            packets: "mitm-dev-charset.pcap#1",
            record: "mitm-dev-charset.har#1",
            differences: ["head field host"],
            lost: ["framing"]
        ),
    ]

    @Test(.needs(.captures), arguments: pairs)
    func `what the record's format loses is said, and is no difference`(_ pair: Pair) throws {
        let folder = try #require(Corpora.captures.path)
        let run = CommandRun(
            [
                "diff", "\(folder)/\(pair.packets)", "\(folder)/\(pair.record)", "--format", "json",
                "--threshold", "note",
            ]
        )
        #expect(run.status == (pair.differences.isEmpty ? .fine : .findings), "\(run.diagnostics)")
        #expect(run.diagnostics.isEmpty)
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        #expect(Set(report.differences.map { "\($0.subject) \($0.trait)" }) == pair.differences)
        #expect(report.requests.map(\.unrecorded) == [[], pair.lost])
    }

    private struct Report: Decodable {
        struct Difference: Decodable {
            var subject: String
            var trait: String
        }

        struct Request: Decodable {
            var unrecorded: [String]
        }

        var requests: [Request]
        var differences: [Difference]
    }
}
