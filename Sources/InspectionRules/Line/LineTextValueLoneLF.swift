import Bytes
import Exchanges
import Forms
import Inspection

/// `line/text-value-lone-lf`: a text field with line breaks that are not CRLF.
struct LineTextValueLoneLF: Rule {
    let id = "line/text-value-lone-lf"
    let title = "line break in a text field that is not CRLF"
    let severity = Severity.note
    let clauses = [Clause.whatwgEncoding]
    let rationale = """
        Browsers turn each lone CR and LF of a text value into CRLF before they send it; this client does not. It \
        is legal, and receivers keep the bytes as they are; it matters only where values from several clients are \
        compared or signed. libhtp sets a flag for it.
        """
    let hint = "Turn line breaks in text values into CR LF if the server expects what browsers send."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = .contentLineBreaks

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1▸␊l2⏎--AaB03x--⏎"),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1▸␍l2⏎--AaB03x--⏎",
                remark: "a lone CR"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1⏎l2⏎--AaB03x--⏎",
                remark: "CRLF"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x.txt\"⏎⏎l1␊l2⏎--AaB03x--⏎",
                remark: "a file is sent as it is"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: application/json⏎⏎{␊}⏎--AaB03x--⏎",
                remark: "JSON is not a text value"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isFormData || !context.isMultipart, let form = context.form else { return }
        var found = Recurrence(limit: 1)
        for part in form.parts where part.isPlainText {
            guard let offset = Self.firstLoneBreak(part.facts) else { continue }
            found.add(Self.message(part, offset), at: offset..<(offset + 1), part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func firstLoneBreak(_ facts: ContentFacts) -> Int? {
        guard let lf = facts.firstLoneLF else { return facts.firstLoneCR }
        return min(lf, facts.firstLoneCR ?? lf)
    }

    private static func message(_ part: BodyPart, _ offset: Int) -> String {
        let byte = offset == part.facts.firstLoneLF ? "LF" : "CR"
        return "the value of \(part.words) holds a bare \(byte); browsers send CRLF"
    }
}
