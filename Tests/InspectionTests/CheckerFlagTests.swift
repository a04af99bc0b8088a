import Inspection
import InspectionRules
import Testing

/// Flags of firewalls and the rules that name the same bytes.
struct CheckerFlagTests {
    @Test(arguments: CheckerFlag.all)
    func `a flag leads to rules that are there`(_ flag: CheckerFlag) {
        for rule in flag.rules { #expect(RuleCatalogue.ofForms.rule(rule) != nil, "\(rule)") }
        #expect(CheckerFlag.named(in: flag.name) == [flag])
    }

    @Test func `a line of a log leads to the flags that are set`() {
        let line = "Multipart request body failed strict validation: PE 0, BQ 1, BW 0, DB 0, DA 0, HF 0, LF 1"
        #expect(
            CheckerFlag.named(in: line).map(\.name) == ["MULTIPART_BOUNDARY_QUOTED", "MULTIPART_LF_LINE"]
        )
    }

    @Test func `letters and short names lead to flags, other words to none`() {
        #expect(CheckerFlag.named(in: "dA").map(\.name) == ["MULTIPART_DATA_AFTER"])
        #expect(
            CheckerFlag.named(in: "unmatched_boundary").map(\.name) == ["MULTIPART_UNMATCHED_BOUNDARY"]
        )
        #expect(CheckerFlag.named(in: "delimiter/missing-clos").isEmpty)
        #expect(CheckerFlag.named(in: "Unexpected end of form").isEmpty)
    }

    @Test func `a rule leads back to its flags`() {
        let flags = CheckerFlag.of("delimiter/preamble").map(\.name)
        #expect(flags.contains("MULTIPART_DATA_BEFORE"))
        #expect(flags.contains("HTP_MULTIPART_HAS_PREAMBLE"))
    }

    @Test func `what was measured is told beside what is meant`() throws {
        let flag = try #require(CheckerFlag.named(in: "MULTIPART_INVALID_PART").first)
        #expect(flag.alsoRaisedBy.contains("disposition/unknown-param"))
        #expect(Set(flag.alsoRaisedBy).isDisjoint(with: flag.rules))
    }
}
