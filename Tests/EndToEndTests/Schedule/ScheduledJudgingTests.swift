import Bytes
import Inspection
import InspectionRules
import Pipeline
import TestSupport
import Testing

/// Rules that are run only where they can find something find all that they would find everywhere.
struct ScheduledJudgingTests {
    private static let scheduled = Inspector(rules: RuleCatalogue.ofForms.all, of: .ofForms)
    private static let unscheduled = Inspector(
        rules: RuleCatalogue.ofForms.all.map { ChangedRule(unscheduled: $0) },
        of: .ofForms
    )
    private static let captures =
        CaptureFolder.captures
        + TestScope.sample(of: Corpora.captures.files.filter { $0.truthPath != nil }, atMost: 24, seed: 1)

    /// How many changed requests are made of each example of a rule: ten thousand in all.
    ///
    /// At the desk every other example of a rule is changed, once.
    private static let wholeCopies = 13

    @Test(arguments: captures)
    func `a capture gets the same findings whatever rules are passed over`(_ capture: CaptureFile) throws {
        let difference = try Self.difference { inspection, collected throws(InputFailure) in
            try inspection.inspect(path: capture.path, as: .capture(format: nil), into: &collected)
        }
        #expect(difference == [])
    }

    @Test(.needs(.lab), arguments: LabCase.all)
    func `a lab body gets the same findings whatever rules are passed over`(_ lab: LabCase) throws {
        let kind = InputKind.body(contentType: lab.contentType)
        let difference = try Self.difference { inspection, collected throws(InputFailure) in
            try inspection.inspect(Array(lab.body), name: lab.id, as: kind, into: &collected)
        }
        #expect(difference == [])
    }

    @Test(arguments: RuleCatalogue.ofForms.all.map(\.id))
    func `a changed request gets the same findings whatever rules are passed over`(_ id: String) throws {
        var chance = SeededGenerator(id.utf8.reduce(17) { $0 &* 31 &+ UInt64($1) })
        let examples = try #require(RuleCatalogue.ofForms.rule(id)).examples
        for (index, original) in examples.compactMap(MutatedRequest.original).enumerated() {
            let copies = TestScope.isWhole ? Self.wholeCopies : (index + 1) % 2
            for copy in 0...copies {
                let bytes = copy == 0 ? original : MutatedRequest.mutant(of: original, &chance)
                let difference = try? Self.difference { inspection, collected throws(InputFailure) in
                    try inspection.inspect(bytes, name: id, as: .request, into: &collected)
                }
                #expect(difference ?? [] == [], "\(PrintableText.text(bytes[...], limit: 4_000))")
            }
        }
    }

    @Test func `there are ten thousand changed requests`() {
        let originals = RuleCatalogue.ofForms.all.flatMap(\.examples).compactMap(MutatedRequest.original)
        #expect(originals.count * Self.wholeCopies >= 10_000)
    }

    /// What is found by rules of which some are passed over, or by the same rules run on everything, and not by both.
    private static func difference(
        _ inspect: (CaptureInspection, inout CollectedCapture) throws(InputFailure) -> InspectedCapture
    ) throws(InputFailure) -> [String] {
        func findings(_ inspector: Inspector) throws(InputFailure) -> [Finding] {
            var options = InspectionOptions(.standard)
            options.inspector = inspector
            var collected = CollectedCapture()
            _ = try inspect(CaptureInspection(options: options), &collected)
            return collected.findings
        }
        let (scheduled, unscheduled) = (try findings(scheduled), try findings(unscheduled))
        guard scheduled != unscheduled else { return [] }
        return unscheduled.difference(from: scheduled).map { change in
            switch change {
            case .insert(_, let finding, _): "passed over: \(finding.rule): \(finding.message)"
            case .remove(_, let finding, _): "only where passed over: \(finding.rule): \(finding.message)"
            }
        }
    }
}
