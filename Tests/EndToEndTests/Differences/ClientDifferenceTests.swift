import Inspection
import Profiles
import TestSupport
import Testing

/// Clients that sent the same form, compared in pairs: every difference is found, and nothing false.
struct ClientDifferenceTests {
    /// Traits of which the servers' notes do not tell.
    private static let untold: Set<String> = ["characters"]

    @Test(arguments: ComparedCapture.project)
    func `captures of the project differ as their servers saw it`(_ capture: ComparedCapture) {
        expectTruth(capture, among: ComparedCapture.project)
    }

    @Test(.needs(.captures), arguments: ComparedCapture.further)
    func `recorded clients differ as their servers saw it`(_ capture: ComparedCapture) {
        expectTruth(capture, among: ComparedCapture.further)
    }

    @Test func `there are pairs of each form in the project`() {
        let pairs = ComparedCapture.pairs(ComparedCapture.project)
        let forms = Set(pairs.map(\.0.form))
        #expect(forms.count >= 4)
        #expect(pairs.count >= 50)
    }

    @Test(arguments: ClientHabits.all)
    func `the habits that people saw are found`(_ client: ClientHabits) throws {
        let capture = try #require(ComparedCapture.project.first { $0.name.hasPrefix(client.stem + ".") })
        let curl = try #require(
            ComparedCapture.project.first { $0.name.hasPrefix("curl/") && $0.form == capture.form }
        )
        let comparison = RequestComparison([curl.request, capture.request])
        for habit in client.habits {
            let found = comparison.differences.first { difference in
                let names = difference.parts.map { comparison.parts[$0].name ?? "" }
                return (names + [difference.subject]).contains { "\($0), \(difference.trait)" == habit.trait }
            }
            let difference = try #require(found, "\(client.stem): \(habit.trait)")
            #expect(difference.values[1] == habit.value, "\(client.stem): \(habit.trait)")
        }
    }

    private func expectTruth(_ capture: ComparedCapture, among captures: [ComparedCapture]) {
        for other in captures where other.form == capture.form && other.name > capture.name {
            let comparison = RequestComparison([capture.request, other.request])
            let expected = TruthDifferences(capture.truth, other.truth).all
            let found = Self.found(comparison, capture, other)
            #expect(expected.subtracting(found) == [], "\(capture.name) and \(other.name): not found")
            #expect(found.subtracting(expected) == [], "\(capture.name) and \(other.name): false")
        }
    }

    /// The differences in the words of the truth.
    private static func found(
        _ comparison: RequestComparison,
        _ left: ComparedCapture,
        _ right: ComparedCapture
    ) -> Set<String> {
        let keys = [TruthDifferences.keys(left.truth), TruthDifferences.keys(right.truth)]
        var found: Set<String> = []
        for difference in comparison.differences where !untold.contains(difference.trait) {
            // What only a rule tells was told by the rule's own tests.
            if difference.breaches.contains(where: { RuleCatalogue.rule($0.rule)?.title == difference.trait })
            {
                continue
            }
            if difference.parts.isEmpty { found.insert("\(difference.subject), \(difference.trait)") }
            for part in difference.parts {
                let numbers = comparison.parts[part].numbers
                let names = zip(keys, numbers).compactMap { keys, number in number.map { keys[$0 - 1] } }
                found.insert("\(difference.trait) of \(Set(names).sorted().joined(separator: " = "))")
            }
        }
        return found
    }
}
