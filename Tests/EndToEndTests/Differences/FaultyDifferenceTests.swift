import Profiles
import TestSupport
import Testing

/// Faulty uploads beside a good one of the same form: what the script that sent them says that it did, and nothing else.
struct FaultyDifferenceTests {
    @Test(arguments: FaultyUpload.all)
    func `a fault is found beside a good upload, and nothing else`(_ faulty: FaultyUpload) throws {
        let folders = [
            (files: CaptureFolder.captures, prefix: "faulty/", good: "curl/plain.pcap#1"),
            (files: Corpora.captures.files, prefix: "faulty-", good: "curl-plain.pcap#1"),
        ]
        for folder in folders {
            let files = folder.files.filter { $0.stem == folder.prefix + faulty.name }
            guard let upload = RecordedUpload.uploads(files).first else { continue }
            let uploads = RecordedUpload.project + RecordedUpload.further
            let good = try #require(uploads.first { $0.name == folder.good })
            // A strict server's notes tell of the head; of the body they tell what it could not read.
            let head = TruthDifferences(good.truth, upload.truth).all.filter { difference in
                ["head, ", "framing, ", "request line, ", "boundary, "].contains { difference.hasPrefix($0) }
            }
            let comparison = RequestComparison([good, upload].compactMap(\.request))
            let found = comparison.told { $0.name ?? "no name" }
            #expect(found == head.union(faulty.differences), "\(upload.name)")
        }
    }

    @Test(arguments: [(CaptureFolder.captures, "faulty/"), (Corpora.captures.files, "faulty-")])
    func `every faulty upload is beside a good one`(_ files: [CaptureFile], _ prefix: String) {
        let stems = files.map(\.stem).filter { $0.hasPrefix(prefix) }
        let known = Set(FaultyUpload.all.map { prefix + $0.name })
        #expect(Set(stems).subtracting(known).isEmpty)
    }
}
