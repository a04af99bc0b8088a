import Foundation
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
        /// What is said of the record.
        var lost: String?

        var testDescription: String { "\(packets) and \(record)" }
    }

    private static let pairs = [
        Pair(packets: "curl-plain.pcap", record: "curltrace-plain.txt"),
        Pair(
            packets: "curl-plain.pcap",
            record: "curltrace-verbose.txt",
            lost: "heads alone: its body is not compared"
        ),
        // The proxy has another port than the server.
        Pair(
            packets: "mitm-dev-charset.pcap#1",
            record: "mitm-dev-charset.mitm#1",
            differences: ["head field host"],
            lost: "bodies without their framing, under heads that were written anew"
        ),
        // A proxy is sent the whole URL, and does not write it down.
        Pair(
            packets: "mitm-dev-proxy.pcap#1",
            record: "mitm-dev-proxy.mitm#1",
            differences: ["request line target"],
            lost: "bodies without their framing, under heads that were written anew"
        ),
        // Every byte above 0x7F, and what is judged by contents.
        Pair(
            packets: "curl-tricky.pcapng",
            record: "curltrace-ascii-tricky.txt",
            differences: [
                "part 9 \"fileToUpload\" filename", "part 5 \"multiline\" value ends in a line break",
                "part 10 \"emptyfile\" empty file",
            ],
            lost: "the body as text: its length, line ends and contents are not compared"
        ),
        Pair(
            packets: "mitm-dev-charset.pcap#1",
            record: "mitm-dev-charset.har#1",
            differences: [
                "head field host", "part 9 \"fileToUpload\" filename",
                "part 5 \"multiline\" value ends in a line break", "part 10 \"emptyfile\" empty file",
            ],
            lost: "the body as text: its length, line ends and contents are not compared"
        ),
    ]

    @Test(.needs(.captures), arguments: pairs)
    func `the difference of packets and a record is what the record's format loses`(_ pair: Pair) throws {
        let folder = try #require(Corpora.captures.path)
        let run = CommandRun(
            ["diff", "\(folder)/\(pair.packets)", "\(folder)/\(pair.record)", "--format", "json"]
        )
        #expect(run.status == (pair.differences.isEmpty ? .fine : .findings), "\(run.diagnostics)")
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        #expect(Set(report.differences.map { "\($0.subject) \($0.trait)" }) == pair.differences)
        let said = pair.lost.map { run.diagnostics.hasSuffix(": the record holds \($0)\n") }
        #expect(said ?? run.diagnostics.isEmpty, "\(run.diagnostics)")
    }

    private struct Report: Decodable {
        struct Difference: Decodable {
            var subject: String
            var trait: String
        }

        var differences: [Difference]
    }
}
