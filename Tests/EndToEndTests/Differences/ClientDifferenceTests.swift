import Inspection
import InspectionRules
import Profiles
import TestSupport
import Testing

/// Uploads of the same form, compared in pairs across clients and recorders: every difference is found, and nothing
/// false.
struct ClientDifferenceTests {
    /// With how many others of its form an upload is compared at the desk.
    private static let sampledPairs = 2

    @Test(arguments: RecordedUpload.project)
    func `uploads of the project differ as their servers saw it`(_ upload: RecordedUpload) {
        expectTruth(upload, among: RecordedUpload.project)
    }

    @Test(.needs(.captures), arguments: RecordedUpload.further)
    func `recorded uploads differ as their servers saw it`(_ upload: RecordedUpload) {
        expectTruth(upload, among: RecordedUpload.further)
    }

    @Test(arguments: [RecordedUpload.project, RecordedUpload.further])
    func `every recording is in a pair, or it is said why not`(_ uploads: [RecordedUpload]) {
        let forms = Dictionary(grouping: uploads.filter { $0.request != nil }, by: \.form)
        let unpaired = uploads.filter { $0.request == nil || forms[$0.form]?.count == 1 }
        let said = UnpairedUpload.all.filter { entry in uploads.contains { $0.name == entry.name } }
        #expect(Set(unpaired.map(\.name)) == Set(said.map(\.name)))
        for entry in said {
            let isShown = uploads.contains { $0.name == entry.name && $0.request != nil }
            #expect(isShown == entry.isShown, "\(entry.name): \(entry.reason)")
        }
    }

    @Test(.needs(.captures), arguments: ["mitm-dev-charset", "mitm-dev-proxy", "mitm-dev-reverse"])
    func `recordings of the same exchanges meet upload by upload`(_ stem: String) throws {
        let recordings = ["mitm", "har", "pcap"].map { format in
            RecordedUpload.further.filter { $0.file == "\(stem).\(format)" }
        }
        let shown = recordings.map { uploads in uploads.enumerated().filter { $0.element.request != nil } }
        let pairing = UploadPairing(
            try shown.map { uploads in
                try uploads.map { .init(number: $0.offset + 1, key: try #require($0.element.key)) }
            }
        )
        let met = pairing.groups.map { group in
            zip(shown, group).map { uploads, index in index.map { uploads[$0].offset } }
        }
        let isShown = recordings.map { $0.map { $0.request != nil } }
        let expected = recordings[0].indices.map { upload in isShown.map { $0[upload] ? upload : nil } }
        #expect(met == expected)
        #expect(pairing.unpaired == [[], [], []])
    }

    @Test func `there are pairs of each form in the project`() {
        let forms = Dictionary(grouping: RecordedUpload.project, by: \.form).filter { $0.value.count > 1 }
        #expect(forms.count >= 5)
        #expect(forms.values.reduce(0) { $0 + $1.count * ($1.count - 1) / 2 } >= 300)
    }

    @Test(arguments: ClientHabits.all)
    func `the habits that people saw are found`(_ client: ClientHabits) throws {
        let uploads = RecordedUpload.project
        let upload = try #require(uploads.first { $0.name.hasPrefix(client.stem + ".") })
        let curl = try #require(uploads.first { $0.name.hasPrefix("curl/") && $0.form == upload.form })
        let comparison = RequestComparison([curl, upload].compactMap(\.request), rules: .ofForms)
        for habit in client.habits {
            let found = comparison.differences.first { difference in
                let names = difference.parts.map { comparison.parts[$0].name ?? "" }
                return (names + [difference.subject]).contains { "\($0), \(difference.trait)" == habit.trait }
            }
            let difference = try #require(found, "\(client.stem): \(habit.trait)")
            #expect(difference.values[1] == habit.value, "\(client.stem): \(habit.trait)")
        }
    }

    private func expectTruth(_ upload: RecordedUpload, among uploads: [RecordedUpload]) {
        let others = uploads.filter { $0.form == upload.form && $0.name > upload.name }
        let seed = upload.name.utf8.reduce(17) { $0 &* 31 &+ UInt64($1) }
        for other in TestScope.sample(of: others, atMost: Self.sampledPairs, seed: seed) {
            let truth = TruthDifferences(upload.truth, other.truth)
            for pair in [[upload, other], [other, upload]] {
                let requests = pair.compactMap(\.request)
                guard requests.count == 2 else { continue }
                let comparison = RequestComparison(requests, rules: .ofForms)
                var found = comparison.told { part in
                    let names = zip(pair, part.numbers).compactMap { upload, number in
                        number.map { upload.truth.keys[$0 - 1] }
                    }
                    return Set(names).sorted().joined(separator: " = ")
                }
                found.subtract(truth.untold)
                if !truth.isExact { found = Set(found.map(TruthDifferences.withoutContents)) }
                let names = "\(pair[0].name) and \(pair[1].name)"
                #expect(truth.all.subtracting(found) == [], "\(names): not found")
                #expect(found.subtracting(truth.all) == [], "\(names): false")
            }
        }
    }
}
