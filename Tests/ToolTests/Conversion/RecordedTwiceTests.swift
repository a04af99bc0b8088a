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
        var lost: Set<String>

        var testDescription: String { "\(packets) and \(record)" }
    }

    private static let pairs = [
        // Every byte.
        Pair(packets: "curl-plain.pcap", record: "curltrace-plain.txt", lost: []),
        // Chunks, and how the head was written; the proxy has another port than the server.
        Pair(
            packets: "mitm-dev-charset.pcap#1",
            record: "mitm-dev-charset.mitm#1",
            lost: ["rule capture/reencoded-headers", "head field host"]
        ),
        // The form of the target that proxies are sent.
        Pair(
            packets: "mitm-dev-proxy.pcap#1",
            record: "mitm-dev-proxy.mitm#1",
            lost: ["rule capture/reencoded-headers", "head target"]
        ),
        // Every byte above 0x7F, and what is judged by them.
        Pair(
            packets: "curl-tricky.pcapng",
            record: "curltrace-ascii-tricky.txt",
            lost: [
                "part 9 \"fileToUpload\" filename", "rule line/content-ends-with-crlf",
                "rule part-header/non-ascii-name", "rule capture/body-lossy-text",
                "part 3 \"context\" content",
                "part 8 \"image_file\" content", "part 9 \"fileToUpload\" content",
            ]
        ),
        // The bytes of a body that was decoded as text, and so its length.
        Pair(
            packets: "mitm-dev-charset.pcap#1",
            record: "mitm-dev-charset.har#1",
            lost: [
                "head length", "head field host", "part 9 \"fileToUpload\" filename",
                "rule line/content-ends-with-crlf", "rule part-header/non-ascii-name",
                "rule capture/body-lossy-text",
                "part 3 \"context\" content", "part 8 \"image_file\" content",
                "part 9 \"fileToUpload\" content",
            ]
        ),
    ]

    @Test(.needs(.captures), arguments: pairs)
    func `the difference of packets and a record is what the record's format loses`(_ pair: Pair) throws {
        let folder = try #require(Corpora.captures.path)
        let run = CommandRun(
            ["diff", "\(folder)/\(pair.packets)", "\(folder)/\(pair.record)", "--format", "json"]
        )
        #expect(run.status == (pair.lost.isEmpty ? .fine : .findings), "\(run.diagnostics)")
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        #expect(Set(report.differences.map { "\($0.subject) \($0.trait)" }) == pair.lost)
    }

    private struct Report: Decodable {
        struct Difference: Decodable {
            var subject: String
            var trait: String
        }

        var differences: [Difference]
    }
}
