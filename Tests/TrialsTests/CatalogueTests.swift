import Testing

@testable import Trials

struct CatalogueTests {
    @Test func `there are ninety cases, each with its own id`() {
        #expect(TrialCase.all.count == 90)
        #expect(Set(TrialCase.all.map(\.id)).count == 90)
    }

    @Test(arguments: TrialCase.all.map(\.id))
    func `a case says what it is for, and on which clause it rests`(id: String) throws {
        let trial = try #require(TrialCase.all.first { $0.id == id })
        #expect(!trial.purpose.isEmpty)
        #expect(trial.clause.hasPrefix("RFC ") || trial.clause.hasPrefix("WHATWG "))
        #expect(id.split(separator: "/").count == 2)
        // What a report cites fits a line.
        #expect(trial.purpose.count < 90)
    }
}
