import Forms
import Inspection
import InspectionRules
import Testing

/// Which rules on the fields of parts are asked about a form, so that fields of other names cost no work.
struct PartFieldConcernsTests {
    private static let rules = [
        "part-header/other-field", "part-header/duplicate", "part-header/content-length-wrong",
        "part-header/content-length-present", "part-header/cte-unknown", "part-header/cte-encoded",
        "part-header/content-transfer-encoding",
    ]

    private static let cases: [(lines: String, expected: Set<String>)] = [
        ("", []), ("X-1: y\r\n", ["part-header/other-field"]),
        ("X-1: y\r\nX-2: y\r\nx-1: z\r\n", ["part-header/other-field", "part-header/duplicate"]),
        ("content-DISPOSITION: a\r\n", ["part-header/other-field", "part-header/duplicate"]),
        (
            "content-length: 1\r\n",
            [
                "part-header/other-field", "part-header/content-length-wrong",
                "part-header/content-length-present",
            ]
        ),
        (
            "CONTENT-TRANSFER-ENCODING: binary\r\n",
            [
                "part-header/other-field", "part-header/cte-unknown", "part-header/cte-encoded",
                "part-header/content-transfer-encoding",
            ]
        ),
        (
            (0..<20).map { "X-\($0): y\r\n" }.joined(),
            ["part-header/other-field", "part-header/duplicate"]
        ),
    ]

    private static func asked(_ lines: String) -> Set<String> {
        var reader = FormReader(declared: [Array("B".utf8)])
        let part = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\(lines)\r\nx\r\n--B--\r\n"
        reader.push(Array(part.utf8).span.bytes)
        let traits = FormTraits(reader.finish())
        return Set(
            rules.filter { id in
                RuleCatalogue.ofForms.rule(id).map { !traits.isDisjoint(with: $0.concerns) } ?? false
            }
        )
    }

    @Test func `each of the rules is there`() {
        #expect(Self.rules.filter { RuleCatalogue.ofForms.rule($0) == nil }.isEmpty)
    }

    @Test(arguments: cases)
    func `a field of a part asks the rules on that field`(lines: String, expected: Set<String>) {
        #expect(Self.asked(lines) == expected)
    }
}
