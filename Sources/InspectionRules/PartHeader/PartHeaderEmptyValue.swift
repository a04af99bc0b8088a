import Bytes
import Forms
import Inspection

/// `part-header/empty-value`: a header line with nothing after its colon.
struct PartHeaderEmptyValue: Rule {
    let id = "part-header/empty-value"
    let title = "header line without a value"
    let severity = Severity.warning
    let requirement = RequirementLevel.must
    let clauses = [Clause.rfc(9110, "8.3.1")]
    let rationale = """
        An empty Content-Type is not a media type. libhtp marks the line as invalid; receivers store an empty type or \
        take one of their own choice. It is what `"Content-Type: " + file.type` gives when the type is not known.
        """
    let hint = "Leave the line out where there is no value, or write `application/octet-stream`."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.emptyFieldValue)

    var examples: [RuleExample] {
        [
            .violating(header: #"▸Content-Type:⏎Content-Disposition: form-data; name="a""#),
            .nearMiss(
                header: #"Content-Type: text/plain⏎Content-Disposition:⏎␠form-data; name="a""#,
                remark: "the value stands on the continuation line"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            for line in part.header.lines
            where line.value.isEmpty && !line.name.isEmpty && line.ending != .none {
                guard let colon = line.colon else { continue }
                found.add(
                    Self.message(part.shown(line.name)),
                    at: line.name.lowerBound..<(colon + 1),
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String) -> String {
        "the part's `\(name)` has no value"
    }
}
