import Bytes
import Exchanges
import Forms
import Inspection

/// `part/empty-file`: a file with a name and no byte.
struct PartEmptyFile: Rule {
    let id = "part/empty-file"
    let title = "empty file"
    let severity = Severity.note
    let clauses = [Clause.practice("an empty file is legal, and mostly a stream that was read before")]
    let rationale = """
        A file may be empty. More often its stream was read to the end or closed before the upload: a checksum, a \
        preview or a first attempt got the bytes.
        """
    let hint =
        "If the file is not empty, open it anew, or set its stream back to the start, before each upload."
    /// Browsers leave the contents of files out of the text that they keep of a form.
    let needs = Fidelity.body
    let evidence = Evidence.wholeBody
    let concerns: FormTraits = .emptyFile

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎▸⏎--AaB03x--⏎",
                remark: "a name and no content"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"\"⏎"
                    + "Content-Type: application/octet-stream⏎⏎⏎--AaB03x--⏎",
                remark: "no file was chosen in the browser"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎⏎--AaB03x--⏎",
                remark: "an empty field"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, form.ending == .closed else { return }
        var found = Recurrence()
        for part in context.formDataParts where part.isFile && part.content.isEmpty {
            guard let filename = part.disposition?.filename, !filename.value.isEmpty,
                part.headerEnd == .blankLine
            else { continue }
            found.add(Self.message(part, part.shown(filename.value)), at: part.content, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ part: BodyPart, _ filename: String) -> String {
        "\(part.words) has the filename `\(filename)`, but no content"
    }
}
