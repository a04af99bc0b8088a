import Bytes
import Exchanges
import Forms
import Inspection

/// `compat/divergence`: receivers find different fields in the same bytes.
///
/// It follows from what other rules report of the delimiters, and is listed under that.
struct CompatDivergence: Rule {
    let id = "compat/divergence"
    let title = "receivers read different fields"
    let severity = Severity.warning
    let requirement = RequirementLevel.may
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        Receivers disagree on what a delimiter is: Go, busboy and python-multipart require CRLF before it, PHP also \
        accepts LF, Werkzeug LF or CR, and Django finds the boundary anywhere; PHP and busboy lose the part after a \
        delimiter that has other bytes after it on its line. Where a firewall or proxy finds other fields than the \
        server behind it, it does not check what the server reads.
        """
    let hint = "Generate a random boundary for each request, and write CRLF before and after each delimiter."
    let evidence = Evidence.wholeBody
    let concerns: FormTraits = [.irregularDelimiter, .occurrence, .irregularEnds]

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1␊▸--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "two fields for those who are content with LF, one for the others"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎▸--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "the empty field lacks the CRLF of the next delimiter"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎x ▸--AaB03x y⏎--AaB03x--⏎",
                remark: "the boundary in the middle of a line"
            ),
            .nearMissRequest(
                RuleExample.upload(
                    "Content-Length: 69⏎",
                    "--AaB03x␊Content-Disposition: form-data; name=\"a\"␊␊1␊--AaB03x--␊"
                ),
                remark: "a recorder kept text: its line ends may not be those that were sent",
                fidelity: .text
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1␊--AaB03⏎--AaB03x--⏎",
                remark: "not the whole boundary"
            ),
            .nearMiss(
                "text⏎--AaB03x ⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎text",
                remark: "a preamble, padding and an epilogue are the same for all"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        // Under a boundary that is not declared, no receiver reads the form at all.
        guard let form = context.form, !form.usesObservedBoundary, let place = form.disputedDelimiter else {
            return
        }
        // Of a text, line ends are not judged, nor what receivers make of them.
        if context.fidelity < .body {
            let ends = StructuralLineEnds(form)
            guard ends.crlf.count == ends.count else { return }
        }
        let readings = form.readings
        guard let first = readings.first, readings.contains(where: { $0.fields != first.fields }) else {
            return
        }
        let effects = FieldEffects(of: form)
        guard effects.differ else { return }
        report.add(self, effects.words, at: place, part: form.part(at: place.lowerBound)?.number)
    }
}
