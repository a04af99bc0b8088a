import Bytes
import Exchanges
import Forms
import Inspection

/// `part-header/content-length-wrong`: a part's own Content-Length is not the length of its content.
struct PartHeaderContentLengthWrong: Rule {
    let id = "part-header/content-length-wrong"
    let title = "wrong Content-Length in a part"
    let severity = Severity.warning
    let requirement = RequirementLevel.must
    let clauses = [Clause.rfc(7578, "4.8")]
    let rationale = """
        Most receivers ignore a part's Content-Length, but defnull's multipart rejects the form ("Segment size does \
        not match Content-Length header"), and object stores call it malformed.
        """
    let hint =
        "Leave Content-Length out of the parts, or write the number of bytes (not characters) of the content."
    let needs = Fidelity.body
    let concerns: FormTraits = .header(.contentLength)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="a"⏎Content-Length: ▸5"#),
            .violating(
                header: #"Content-Disposition: form-data; name="a"⏎Content-Length: ▸+1"#,
                remark: "no number"
            ),
            .violating(
                header: #"Content-Disposition: form-data; name="a"⏎Content-Length: ▸1"#,
                content: "é",
                remark: "characters counted instead of bytes"
            ),
            .nearMiss(header: #"Content-Disposition: form-data; name="a"⏎Content-Length: 1"#),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎Content-Length: 5⏎⏎12",
                remark: "the body breaks off before the content's end"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var found = Recurrence()
        for part in context.formDataParts {
            for line in part.header.lines {
                let message: String
                switch PartContentLength(line, of: part, in: form) {
                case .wrong(let declared): message = Self.message(part, declared)
                case .malformed: message = Self.message(part.shown(line.value))
                case .right, .unproven, nil: continue
                }
                found.add(message, at: line.value, part: part.number)
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ part: BodyPart, _ declared: Int) -> String {
        let count = part.content.count
        return "part \(part.number) says that it has \(declared) byte\(declared == 1 ? "" : "s") of content "
            + "and has \(count)"
    }

    private static func message(_ value: String) -> String {
        "the part's Content-Length `\(value)` is not a number of bytes"
    }
}
