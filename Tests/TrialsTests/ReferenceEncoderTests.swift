import Forms
import TestSupport
import Testing

@testable import Trials

/// The reference encoder, held to the cases that others are held to.
struct ReferenceEncoderTests {
    /// The forms that it refuses, since half of all receivers read them as something else, or they inject a field.
    private static let refused: Set<String> = [
        "name/final-backslash", "type/injection", "name/nul", "filename/nul",
    ]

    @Test(arguments: TrialCase.all.filter { !$0.demands.contains(.tellsMemory) && !$0.shrinks }.map(\.id))
    func `it passes every case, or refuses the form by design`(id: String) throws {
        let trial = try #require(TrialCase.all.first { $0.id == id })
        guard case .uploaded = trial.ending else { return }
        let folder = try TemporaryFolder()
        do {
            let result = try WrittenTrial(trial, in: folder.path).result()
            let expected: Set<TrialOutcome> =
                switch id {
                // Written twice, here it is one request; over one connection of HTTP/1.1.
                case "boundary/fresh": [.nonStrict]
                case "framing/h2", "framing/h2-small-window": [.unsupported]
                default: trial.isInformational ? [.informational] : [.pass]
                }
            #expect(expected.contains(result.outcome), "\(result.outcome) \(result.reasons)")
        } catch is MultipartFailure {
            #expect(Self.refused.contains(id))
            #expect(trial.mayRefuse)
        }
    }

    private static func result(_ id: String, in dialect: String) throws -> TrialResult {
        let folder = try TemporaryFolder()
        let trial = try #require(TrialCase.all.first { $0.id == id })
        let dialect = try #require(MultipartDialect(named: dialect))
        return try WrittenTrial(trial, in: folder.path, dialect: dialect).result()
    }

    @Test func `a dialect that writes in another way is non-strict where that can be told`() throws {
        let result = try Self.result("name/quote", in: "rfc7578")
        #expect(result.outcome == .nonStrict)
        #expect(result.reasons.contains { $0.contains("where browsers write") })
        #expect(result.notes == ["the name is written with a backslash before quotes and backslashes"])
    }

    @Test func `a dialect that encodes filenames as RFC 7578 allows is non-strict, and it is told`() throws {
        let result = try Self.result("filename/percent", in: "rfc7578")
        #expect(result.outcome == .nonStrict)
        #expect(result.reasons.contains("the filename is written with `%25` for a percent sign"))
        let encoded = try Self.result("filename/non-ascii", in: "rfc7578")
        #expect(encoded.outcome == .nonStrict)
        #expect(
            encoded.reasons.contains("the filename is written percent-encoded, which receivers do not undo")
        )
    }
}
