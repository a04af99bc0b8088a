import Foundation
import TestSupport
import Testing

/// What the texts of forms, rules and servers' errors say of receivers, held to what these did when they were run.
///
/// Each sentence that names a receiver, or speaks of all, most, few or none of them, has an entry in
/// `Tests/Cases/receiver-statements.json`.
struct ReceiverStatementTests {
    private static let folders = [
        "Sources/Forms", "Sources/InspectionRules", "Sources/LoggedErrors", "Sources/Pages/Rules",
        "Sources/Policy/ContractRules",
    ]

    @Test func `every sentence about receivers has an entry, and every entry a sentence`() throws {
        let spoken = try Self.folders.flatMap { try RuleSources.sentences(below: $0) }
            .filter { !ReceiverName.subjects(of: $0.sentence).isEmpty }
            .map { "\($0.rule): \($0.sentence)" }
        let listed = try ReceiverStatement.all.map { "\($0.rule): \($0.sentence)" }
        #expect(listed.count > 250 && Set(listed).count == listed.count)
        #expect(Set(spoken).subtracting(listed).sorted() == [], "sentences without an entry")
        #expect(Set(listed).subtracting(spoken).sorted() == [], "entries whose sentence does not stand there")
    }

    @Test func `what a sentence names is claimed, or it is said why not`() throws {
        let omissions = try ReceiverStatement.all.flatMap(\.omissions)
        #expect(omissions == [])
    }

    @Test func `no sentence about receivers is contradicted by what they did`() throws {
        let grid = try MeasuredGrid.project
        let contradictions = try ReceiverStatement.all.flatMap { $0.contradictions(in: grid) }
        #expect(contradictions == [])
    }

    @Test func `the names are those of the receivers that were run`() throws {
        let named = Set(ReceiverName.receivers.values.joined())
        #expect(try named == Set(MeasuredGrid.project.receivers.filter { $0.kind != "proxy" }.map(\.id)))
    }

    @Test(arguments: [
        #"{"receivers": ["django"], "bodies": ["dl-leading-ws"], "outcome": "refused"}"#,
        #"{"receivers": ["go", "php"], "bodies": ["dl-lwsp-pad"], "outcome": "loses"}"#,
        #"{"receivers": ["php"], "bodies": ["cd-filename-nul"], "outcome": "otherwise", "finds": ["f", "x.jpg"]}"#,
        #"{"receivers": ["go"], "bodies": ["ok-file"], "outcome": "as-meant", "lacks": ["a"]}"#,
        #"{"receivers": ["modsecurity2"], "bodies": ["ok-pem-content"], "outcome": "blocks", "flags": ["X"]}"#,
        #"{"receivers": ["modsecurity2"], "bodies": ["dl-lwsp-pad"], "outcome": "blocks", "error": "quote"}"#,
        #"{"receivers": ["libhtp"], "bodies": ["dl-lwsp-pad"], "outcome": "passes", "flags": []}"#,
        #"{"receivers": ["go"], "bodies": ["dl-lwsp-pad"], "outcome": "passes"}"#,
        #"{"receivers": ["go"], "bodies": ["no-such-body"], "outcome": "not-as-meant"}"#,
        #"{"receivers": ["nginx"], "bodies": ["ok-file"], "outcome": "as-meant"}"#,
        #"{"receivers": [], "bodies": ["ok-file"], "outcome": "as-meant"}"#,
        #"{"receivers": ["go"], "bodies": [], "outcome": "as-meant"}"#,
        #"{"quantifier": "only", "receivers": ["django"], "bodies": ["dl-leading-ws"], "outcome": "otherwise"}"#,
        #"{"quantifier": "all", "bodies": ["dl-leading-ws"], "outcome": "loses"}"#,
        #"{"quantifier": "most", "bodies": ["dl-leading-ws"], "outcome": "as-meant"}"#,
        #"{"quantifier": "few", "bodies": ["dl-leading-ws"], "outcome": "as-meant"}"#,
        #"{"quantifier": "many", "bodies": ["dl-leading-ws"], "outcome": "refused"}"#,
        #"{"quantifier": "others", "bodies": ["dl-junk-after-close"], "outcome": "as-meant"}"#,
        #"{"quantifier": "most others", "bodies": ["dl-junk-after-close"], "outcome": "refused"}"#,
    ])
    func `a false claim is reported`(claim: String) throws {
        let json = #"{"rule": "a/b", "sentence": "Go does.", "claims": [\#(claim)]}"#
        let statement = try JSONDecoder().decode(ReceiverStatement.self, from: Data(json.utf8))
        let contradictions = try statement.contradictions(in: MeasuredGrid.project)
        #expect(!contradictions.isEmpty && contradictions.allSatisfy { $0.hasPrefix("a/b: “Go does.”: ") })
    }

    @Test func `a report names the receiver, the body and what the grid says`() throws {
        let json = """
            {"rule": "a/b", "sentence": "Go does.",
             "claims": [{"receivers": ["go"], "bodies": ["dl-lf-after-first"], "outcome": "as-meant"}]}
            """
        let statement = try JSONDecoder().decode(ReceiverStatement.self, from: Data(json.utf8))
        #expect(
            try statement.contradictions(in: MeasuredGrid.project)
                == ["a/b: “Go does.”: go, dl-lf-after-first: as-meant, but the grid says refused []"]
        )
    }

    @Test(arguments: [
        (#"{"rule": "a/b", "sentence": "Go and ModSecurity do."}"#, ["Go", "ModSecurity"]),
        (
            #"""
            {"rule": "a/b", "sentence": "Most receivers do, and PHP does.", "unmeasured": {"PHP": "x"},
             "claims": [{"receivers": ["go"], "bodies": ["ok-file"], "outcome": "as-meant"}]}
            """#,
            ["receivers"]
        ),
        (
            #"""
            {"rule": "a/b", "sentence": "ModSecurity does.",
             "claims": [{"receivers": ["modsecurity3"], "bodies": ["ok-file"], "outcome": "passes"}]}
            """#,
            ["ModSecurity"]
        ),
    ])
    func `a name without a claim is reported`(json: String, names: [String]) throws {
        let statement = try JSONDecoder().decode(ReceiverStatement.self, from: Data(json.utf8))
        #expect(statement.omissions == names.map { "a/b: “\(statement.sentence)”: no claim of \($0)" })
    }

    @Test func `a reason for what is not named is reported`() throws {
        let json = #"{"rule": "a/b", "sentence": "They do.", "unmeasured": {"Go": "x"}}"#
        let statement = try JSONDecoder().decode(ReceiverStatement.self, from: Data(json.utf8))
        #expect(statement.omissions == ["a/b: “They do.”: does not name Go"])
    }

    @Test(arguments: [
        ("Going on, rack.input and Gopher are none", []),
        ("Node.js and Node, ModSecurity 2", ["Node.js", "Node", "ModSecurity 2"]),
        ("`busboy`: defnull's multipart; PHP's, PHP", ["busboy", "defnull's multipart", "PHP"]),
        ("Few form parsers do", ["receivers"]), ("none of ten tested parsers does", ["receivers"]),
        ("the receivers do, and all of it", []),
    ])
    func `names are found as words`(sentence: String, subjects: [String]) {
        #expect(ReceiverName.subjects(of: sentence) == subjects)
    }
}
