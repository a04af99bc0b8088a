import Bytes
import Exchanges
import Forms
import Inspection

/// `line/bare-cr-in-header`: a CR without LF in a part's header.
struct LineBareCRInHeader: Rule {
    let id = "line/bare-cr-in-header"
    let title = "bare CR in the header of a part"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "2.2"), .rfc(9110, "5.5")]
    let rationale = """
        A CR without LF ends the line for some receivers, and is a blank or an ordinary byte for others. busboy and \
        python-multipart refuse the form, Python's multipart finds no name, and ModSecurity finds no final boundary; \
        with one in a filename Go loses the file, Werkzeug finds no filename, and Django removes it.
        """
    let hint =
        "Remove the CR from the header line, or escape it as %0D where it belongs to a name or a file name."
    let evidence = Evidence.partHeader
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularLine

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data;▸␍␠name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"a▸␍b\"⏎⏎1⏎--AaB03x--⏎",
                remark: "in a file name"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data;⏎␠name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "a folded line: CR with LF"
            ),
            .nearMiss(
                "--AaB03x␍Content-Disposition: form-data; name=\"a\"␍␍1␍--AaB03x--␍",
                remark: "CR is every line end here"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var found = Recurrence(limit: 1)
        for part in form.parts where part.delimiter.ending != .cr {
            guard let offset = part.header.firstLoneCR else { continue }
            found.add(Self.message(part, offset), at: offset..<(offset + 1), part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ part: BodyPart, _ offset: Int) -> String {
        let line = part.header.lines.first { $0.range.contains(offset) }
        let text = line.map {
            PrintableText.text(part.header[$0.range.lowerBound..<$0.value.upperBound], limit: 80)
        }
        return "a CR without LF stands in the header line `\(text ?? "")` of part \(part.number)"
    }
}
