import Bytes
import Exchanges
import Forms
import Inspection

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

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸⟨00⟩2⏎--AaB03x--⏎",
                remark: "NUL in the middle"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎H▸⟨00⟩i⟨00⟩⏎--AaB03x--⏎",
                remark: "UTF-16"
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
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, context.isFormData || !context.isMultipart else { return }
        var count = 0
        for part in form.parts where !part.isFile {
            guard let index = part.facts.sample.firstIndex(of: 0), part.isByteText else { continue }
            let offset = part.content.lowerBound + index
            let isWide = Self.isWide(part.facts.opening)
            report.add(
                self,
                isWide ? Self.wide : Self.message(index),
                at: offset..<(offset + 1),
                part: part.number,
                hint: isWide ? Self.wideHint : nil
            )
            count += 1
            if count == 16 { return }
        }
    }

    /// Whether a NUL stands beside each character of ASCII at the beginning of a value.
    private static func isWide(_ sample: ArraySlice<UInt8>) -> Bool {
        let first = Array(sample.prefix(8))
        guard first.count > 3, first.count.isMultiple(of: 2) else { return false }
        return [0, 1].contains { side in
            first.indices.allSatisfy { (first[$0] == 0) == ($0 % 2 == side) }
        }
    }

    private static let wide =
        "the value is text in UTF-16, in which a NUL stands beside each character, and does not say so"
    private static let wideHint = "Encode the value as UTF-8."

    private static func message(_ index: Int) -> String {
        "the value holds a NUL as its byte \(index + 1); what reads it as a C string ends there"
    }
}
