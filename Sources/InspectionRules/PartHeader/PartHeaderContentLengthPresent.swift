import Bytes
import Forms
import Inspection

/// `part-header/content-length-present`: a part states its own length, and correctly.
struct PartHeaderContentLengthPresent: Rule {
    let id = "part-header/content-length-present"
    let title = "Content-Length in a part"
    let severity = Severity.note
    let requirement = RequirementLevel.must
    let clauses = [Clause.rfc(7578, "4.8"), .rfc(9112, "6.2")]
    let rationale = """
        A part ends at the next delimiter, whatever its Content-Length says. OkHttp, Guzzle, treq and Ruby's \
        multipart-post write one; no browser does, and some object stores and embedded servers refuse the form.
        """
    let hint = "Leave Content-Length out of the parts; only the request has one."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.contentLength)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="a"⏎▸Content-Length: 1"#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a"⏎Content-Length: 5"#,
                remark: "a wrong length is another matter"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var found = Recurrence(limit: 1)
        for part in context.formDataParts {
            for line in part.header.lines {
                switch PartContentLength(line, of: part, in: form) {
                case .right, .unproven:
                    found.add(
                        Self.message(part.number, part.shown(line.value)),
                        at: line.name.lowerBound..<line.value.upperBound,
                        part: part.number
                    )
                case .wrong, .malformed, nil: continue
                }
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ number: Int, _ value: String) -> String {
        "part \(number) has a Content-Length of its own, `\(value)`"
    }
}
