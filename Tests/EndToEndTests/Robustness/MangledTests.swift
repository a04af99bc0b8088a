import Inspection
import TestSupport
import Testing

/// Good uploads whose captures are damaged: the capture's faults are not the client's.
struct MangledTests {
    private static let project = CaptureFolder.captures.filter { $0.name.hasPrefix("mangled/") }
    private static let recorded = Corpora.captures.files.filter {
        $0.name.hasPrefix("mangled-") || $0.stem == "curl-snaplen200"
    }
    /// Captures that lack bytes of the client, which has to be said.
    private static let lossy: Set<String> = ["mangled/gap", "mangled-gap", "curl-snaplen200"]

    @Test(arguments: project)
    func `a damaged capture of the project is no fault of the client`(_ capture: CaptureFile) throws {
        try expectNoBlame(capture)
    }

    @Test(.needs(.captures), arguments: recorded)
    func `a damaged capture of a good upload is no fault of the client`(_ capture: CaptureFile) throws {
        try expectNoBlame(capture)
    }

    private func expectNoBlame(_ capture: CaptureFile) throws {
        let collected = try CollectedCapture.read(capture.path)
        #expect(collected.posts.count == 1)
        #expect(collected.rules(atLeast: .warning).isEmpty)
        #expect(collected.rules(.note).contains("capture/stream-gap") == Self.lossy.contains(capture.stem))
    }
}
