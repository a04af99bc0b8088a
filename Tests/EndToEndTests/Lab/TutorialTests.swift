import Inspection
import Pipeline
import TestSupport
import Testing

/// Uploads as people write them after tutorials: the cause comes first, and nothing stands beside it.
struct TutorialTests {
    @Test(arguments: try TutorialCase.all)
    func `the first finding names what is wrong`(_ upload: TutorialCase) throws {
        let collected = try CollectedCapture.read(Array(upload.request), name: upload.id, as: .request)
        let findings = collected.findings.filter { $0.severity > .note }
        #expect(findings.count == (upload.first.isEmpty ? 0 : 1), "\(findings.map(\.rule))")
        if let first = findings.first { #expect(upload.first.contains(first.rule), "\(first.message)") }
    }

    @Test(arguments: try TutorialCase.all)
    func `the fix speaks of the sender's own language`(_ upload: TutorialCase) throws {
        let collected = try CollectedCapture.read(Array(upload.request), name: upload.id, as: .request)
        for finding in collected.findings where finding.severity > .note {
            for other in ["Blob", "JavaScript", "Java,", "Retrofit", "React", "Buffer.", "Delete the line"] {
                #expect(!finding.hint.contains(other), "\(finding.hint)")
            }
        }
    }
}
