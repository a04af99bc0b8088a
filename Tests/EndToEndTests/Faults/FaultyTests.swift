import Inspection
import TestSupport
import Testing

/// Uploads that were made wrong on purpose.
struct FaultyTests {
    private static let project = CaptureFolder.captures.filter { $0.name.hasPrefix("faulty/") }
    private static let recorded = Corpora.captures.files.filter { $0.name.hasPrefix("faulty-") }

    @Test(arguments: project)
    func `a faulty upload of the project gets its finding and no other error`(_ capture: CaptureFile) throws {
        try expectFault(capture)
    }

    @Test(.needs(.captures), arguments: recorded)
    func `a faulty upload gets its finding and no other error`(_ capture: CaptureFile) throws {
        try expectFault(capture)
    }

    @Test(.needs(.captures))
    func `every known fault has been recorded`() throws {
        let variants = try Set(Self.recorded.compactMap { try $0.truth().variant })
        #expect(variants == Set(KnownFaults.rules.keys).union(KnownFaults.invisible))
    }

    private func expectFault(_ capture: CaptureFile) throws {
        let truth = try capture.truth()
        let variant = try #require(truth.variant)
        let collected = try CollectedCapture.read(capture.path)
        let errors = collected.rules(.error)
        guard !KnownFaults.invisible.contains(variant) else {
            #expect(collected.rules(atLeast: .warning).isEmpty)
            return
        }
        let expected = try #require(KnownFaults.rules[variant], "what is wrong with \(variant)?")
        #expect(collected.rules(atLeast: .note).isSuperset(of: expected))
        #expect(errors.isSubset(of: expected))
        if truth.isLegal == true, !KnownFaults.allowedButErrors.contains(variant) {
            #expect(errors.isEmpty, "the specifications allow it")
        }
    }
}
