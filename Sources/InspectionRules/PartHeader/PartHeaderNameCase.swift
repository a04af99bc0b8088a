import Bytes
import Forms
import Inspection

/// `part-header/name-case`: Content-Disposition is written in unusual letter case.
///
/// Only the first part is looked at: a client writes all of its parts alike.
struct PartHeaderNameCase: Rule {
    let id = "part-header/name-case"
    let title = "Content-Disposition in unusual letter case"
    let severity = Severity.note
    let clauses = [Clause.rfc(2183, "2"), Clause.rfc(5322, "1.2.2")]
    let rationale = """
        Names of header lines may be in any letter case. MuleSoft looked for `Content-Disposition` in exactly this letter case \
        and answered dio's `content-disposition` with 400, "Unable to get name from form-data".
        """
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.dispositionLetterCase)
    let hint =
        "Nothing needs to change; where a server finds no names, write `Content-Disposition` as browsers do."

    var examples: [RuleExample] {
        [
            .violating(header: "▸content-disposition: form-data; name=\"a\"", remark: "dio for Dart"),
            .nearMiss(header: "Content-Disposition: form-data; name=\"a\"", remark: "what browsers write"),
            .nearMiss(
                header: "Content-Disposition: form-data; name=\"a\"⏎content-type: text/plain",
                remark: "another field"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let part = context.form?.parts.first,
            let line = part.header.first(.contentDisposition),
            !part.header[line.name].equals("Content-Disposition")
        else { return }
        report.add(self, Self.message, at: line.name, part: part.number)
    }

    private static let message =
        "Content-Disposition is not written in the letters in which browsers write it"
}
