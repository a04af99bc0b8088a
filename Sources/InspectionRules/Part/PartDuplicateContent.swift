import Bytes
import Exchanges
import Forms
import Inspection

/// `part/duplicate-content`: one file is in the form twice.
struct PartDuplicateContent: Rule {
    let id = "part/duplicate-content"
    let title = "file sent twice"
    let severity = Severity.note
    let clauses = [Clause.practice("two equal parts are legal, and mostly one part that was appended twice")]
    let rationale = """
        Two files with the same header lines and the same bytes are mostly one file that a retry, a listener bound \
        twice, or a loop appended again to the same form object.
        """
    let hint = "Create a new form for each attempt, and append each file once."
    let needs = Fidelity.body
    let concerns: FormTraits = .severalFiles

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎12⏎"
                    + "▸--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎12⏎--AaB03x--⏎",
                remark: "the same in all bytes"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎12⏎"
                    + "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"y\"⏎⏎12⏎--AaB03x--⏎",
                remark: "two names for the same content"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎12⏎"
                    + "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎12⏎--AaB03x--⏎",
                remark: "equal values of checkboxes"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎⏎"
                    + "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎⏎--AaB03x--⏎",
                remark: "nothing to be equal"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var found = Recurrence(limit: 4)
        var first: [FilePart: Int] = [:]
        for part in context.formDataParts where part.isFile && !part.content.isEmpty {
            // Content that is not kept whole may differ in the bytes that were not kept.
            guard part.facts.missingBytes == 0, let content = Self.content(of: part, in: form) else {
                continue
            }
            let file = FilePart(header: part.header.bytes, content: content)
            if let number = first[file] {
                found.add(Self.message(part, number), at: part.delimiter.text, part: part.number)
            } else {
                first[file] = part.number
            }
        }
        found.report(as: self, to: &report)
    }

    private struct FilePart: Hashable {
        var header: [UInt8]
        var content: ArraySlice<UInt8>
    }

    private static func content(of part: BodyPart, in form: Form) -> ArraySlice<UInt8>? {
        part.facts.sample.count == part.content.count ? part.facts.sample[...] : form.kept[part.content]
    }

    private static func message(_ part: BodyPart, _ number: Int) -> String {
        "part \(part.number) is the same as part \(number) in all bytes, header and content"
    }
}
