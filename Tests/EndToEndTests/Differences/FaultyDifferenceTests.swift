import InspectionRules
import Profiles
import TestSupport
import Testing

/// Faulty uploads beside a good one of the same form: what the script that sent them says that it did, and nothing else.
struct FaultyDifferenceTests {
    /// The recordings in the project, and those in the folder of further captures.
    private static let folders = [
        (files: CaptureFolder.captures, prefix: "faulty/", good: "curl/plain.pcap#1"),
        (files: Corpora.captures.files, prefix: "faulty-", good: "curl-plain.pcap#1"),
    ]

    @Test(arguments: FaultyUpload.all)
    func `a fault is found beside a good upload, and nothing else`(_ faulty: FaultyUpload) throws {
        for folder in Self.folders {
            let files = folder.files.filter { $0.stem == folder.prefix + faulty.name }
            guard !files.isEmpty else { continue }
            let upload = try #require(RecordedUpload.uploads(files).first)
            let uploads = RecordedUpload.project + RecordedUpload.further
            let good = try #require(uploads.first { $0.name == folder.good })
            // A strict server's notes tell of the head; of the body they tell what it could not read.
            let head = TruthDifferences(good.truth, upload.truth).all.filter { difference in
                ["head, ", "framing, ", "request line, ", "boundary, "].contains { difference.hasPrefix($0) }
            }
            let requests = [try #require(good.request), try #require(upload.request)]
            let found = RequestComparison(requests, rules: .ofForms).told { $0.name ?? "no name" }
            #expect(found == head.union(faulty.differences), "\(upload.name)")
        }
    }

    @Test func `every faulty upload of the project is beside a good one`() {
        let stems = Self.stems(of: Self.folders[0])
        #expect(!stems.isEmpty && stems.isSubset(of: FaultyUpload.all.map(\.name)))
    }

    @Test(.needs(.captures)) func `the faulty uploads beside a good one are those that were recorded`() {
        #expect(Self.stems(of: Self.folders[1]) == Set(FaultyUpload.all.map(\.name)))
    }

    /// What the faulty uploads of a folder are called.
    private static func stems(of folder: (files: [CaptureFile], prefix: String, good: String)) -> Set<String>
    {
        let stems = folder.files.map(\.stem).filter { $0.hasPrefix(folder.prefix) }
        return Set(stems.map { String($0.dropFirst(folder.prefix.count)) })
    }
}
