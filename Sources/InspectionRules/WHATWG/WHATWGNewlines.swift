import Bytes
import Forms
import Inspection

/// `whatwg/newlines`: a text value with a CR or an LF that browsers would have made a CRLF.
///
/// Only the first bytes of each value are looked at, as many as ``FormLimits/contentSample``.
struct WHATWGNewlines: Rule {
    let id = "whatwg/newlines"
    let title = "line break in a value other than browsers write it"
    let severity = Severity.error
    let clauses = [Clause.whatwgEncoding]
    let rationale = """
        Browsers write every line break in the value of a text field as CRLF, whatever it was in the page; the bytes \
        of files stay as they are.
        """
    let hint = "Write CRLF for every line break in text values."
    let evidence = Evidence.sample
    let concerns: FormTraits = .contentLineBreaks

    var examples: [RuleExample] {
        [
            .violating(header: "Content-Disposition: form-data; name=\"a\"", content: "l1▸␊l2"),
            .violating(header: "Content-Disposition: form-data; name=\"a\"", content: "l1▸␍l2"),
            .nearMiss(header: "Content-Disposition: form-data; name=\"a\"", content: "l1⏎l2"),
            .nearMiss(
                header: "Content-Disposition: form-data; name=\"f\"; filename=\"a\"⏎Content-Type: text/plain",
                content: "l1␊l2",
                remark: "a file"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts where !part.isFile {
            let first = [part.facts.firstLoneLF, part.facts.firstLoneCR].compactMap(\.self).min()
            guard let first else { continue }
            found.add("browsers write CRLF for this line break", at: first..<(first + 1), part: part.number)
        }
        found.report(as: self, to: &report)
    }
}
