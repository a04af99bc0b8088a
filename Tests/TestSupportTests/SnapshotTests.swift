import Foundation
import TestSupport
import Testing

struct SnapshotTests {
    private let folder: TemporaryFolder
    private let golden: String

    init() throws {
        folder = try TemporaryFolder()
        golden = folder.path + "/missing/golden.txt"
    }

    @Test func `advises to record where the golden file is missing`() throws {
        let complaint = try #require(Snapshot.complaint(about: "a\n", golden: golden, isRecording: false))
        #expect(complaint.contains("no golden file"))
        #expect(complaint.contains("RECORD=1"))
        #expect(!FileManager.default.fileExists(atPath: golden))
    }

    @Test func `recording writes the file, fails, and holds afterwards`() {
        #expect(Snapshot.complaint(about: "a\n", golden: golden, isRecording: true) != nil)
        #expect(Snapshot.complaint(about: "a\n", golden: golden, isRecording: false) == nil)
        #expect(Snapshot.complaint(about: "a\n", golden: golden, isRecording: true) == nil)
        #expect(Snapshot.complaint(about: "a", golden: golden, isRecording: false) != nil)
    }

    @Test func `shows the first lines that differ`() {
        let text = TextDifference.describe(expected: "a\nb\nc\n", found: "a\nB\nc\n")
        #expect(text.hasPrefix("line 2:\n- b\n"))
        #expect(text.contains("+ B\n"))
        #expect(TextDifference.describe(expected: "a", found: "a").isEmpty)
    }

    @Test func `tells apart texts that are only canonically equal`() {
        #expect(!TextDifference.describe(expected: "\u{E9}", found: "e\u{301}").isEmpty)
    }
}
