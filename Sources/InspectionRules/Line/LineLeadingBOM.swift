import Bytes
import Exchanges
import Forms
import Inspection

/// `line/leading-bom`: a byte order mark before the first delimiter.
struct LineLeadingBOM: Rule {
    let id = "line/leading-bom"
    let title = "byte order mark before the first delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The three bytes of a UTF-8 byte order mark stand where the first delimiter should, so that it is not at the \
        beginning of a line. Go, PHP and busboy lose the first field, python-multipart ("Expected boundary character \
        45, got 239") and defnull's multipart refuse the form.
        """
    let hint = "Write the body as bytes, or let the text writer use UTF-8 without a byte order mark."
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularEnds

    var examples: [RuleExample] {
        [
            .violating("▸⟨EF⟩⟨BB⟩⟨BF⟩--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .violating(
                "▸⟨EF⟩⟨BB⟩⟨BF⟩--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎⟨EF⟩⟨BB⟩⟨BF⟩--AaB03x--⏎",
                remark: "and one before the close delimiter"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎⟨EF⟩⟨BB⟩⟨BF⟩1⏎--AaB03x--⏎",
                remark: "a file may begin with one"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let delimiter = form.firstDelimiter, delimiter.text.lowerBound >= 3,
            let opening = form.kept[0..<3], opening.elementsEqual([0xEF, 0xBB, 0xBF])
        else { return }
        let others = DelimiterSites(form).filter { !$0.isFirst && form.hasMark(before: $0.delimiter) }
        report.add(
            self,
            Self.message(others.count, form.parts.first),
            at: 0..<3,
            part: form.parts.first?.number,
            hint: others.isEmpty ? nil : StrayBytes.markHint
        )
    }

    private static func message(_ others: Int, _ part: BodyPart?) -> String {
        let mark = "a UTF-8 byte order mark, `\\xEF\\xBB\\xBF`,"
        let effect = "Go, PHP and busboy lose \(part?.words ?? "it")"
        guard others > 0 else { return "the body begins with \(mark) before its first delimiter: \(effect)" }
        return
            "\(mark) begins the body and stands before \(Quantity.of(others, "other delimiter")), none of which is at the "
            + "beginning of a line then: \(effect)"
    }
}
