import Bytes
import Exchanges
import Forms

/// `part/nul-in-field`: the value of a text field holds a NUL.
struct PartNulInField: Rule {
    let id = "part/nul-in-field"
    let title = "NUL in a field"
    let severity = Severity.note
    let clauses = [Clause.practice("C strings and many databases end a text at NUL")]
    let rationale = """
        A form may hold any byte, and every parser tested delivers the value. What processes it later may not \
        accept it: PostgreSQL refuses text with NUL, and C code ends the text there.
        """
    let hint = "Do not include the terminator of a C string in the value; send binary data as a file part."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = .controlInField

    let examples: [RuleExample] = [
        .violating(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸⟨00⟩2⏎--AaB03x--⏎",
            remark: "NUL in the middle"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎1⟨00⟩2⏎--AaB03x--⏎",
            remark: "a file may hold any byte"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: text/plain; charset=utf-16be⏎⏎"
                + "⟨00⟩1⏎--AaB03x--⏎",
            remark: "UTF-16, and it says so"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, context.isFormData || !context.isMultipart else { return }
        var count = 0
        for part in form.parts where !part.isFile {
            guard let index = part.facts.sample.firstIndex(of: 0), part.isByteText else { continue }
            let offset = part.content.lowerBound + index
            report.add(self, Self.message(index), at: offset..<(offset + 1), part: part.number)
            count += 1
            if count == 16 { return }
        }
    }

    private static func message(_ index: Int) -> String {
        "the value holds a NUL as its byte \(index + 1); what reads it as a C string ends there"
    }
}
