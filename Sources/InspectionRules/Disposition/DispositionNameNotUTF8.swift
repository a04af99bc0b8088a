import Bytes
import Exchanges
import Forms
import Inspection

/// `disposition/name-not-utf8`: a name whose bytes are not valid UTF-8.
struct DispositionNameNotUTF8: Rule {
    let id = "disposition/name-not-utf8"
    let title = "name that is not valid UTF-8"
    let severity = Severity.warning
    let clauses = [Clause.rfc(7578, "5.1.1"), .rfc(7578, "5.1.2")]
    let rationale = """
        Names must be UTF-8 unless a `_charset_` field says otherwise. busboy and Starlette read the bytes as \
        Latin-1; Go and PHP deliver them as they are; Werkzeug delivers an empty form, Rack and Python's multipart \
        reject the form, and Django drops the field.
        """
    let hint = "Encode names as UTF-8, or better use ASCII names."
    let evidence = Evidence.partHeader
    let needs = Fidelity.body
    let concerns: FormTraits = .header(.nonPrintableByte)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="caf▸⟨E9⟩""#, remark: "Latin-1"),
            .nearMiss(header: #"Content-Disposition: form-data; name="café""#),
            .nearMiss(
                """
                --AaB03x⏎Content-Disposition: form-data; name="_charset_"⏎⏎iso-8859-1⏎\
                --AaB03x⏎Content-Disposition: form-data; name="caf⟨E9⟩"⏎⏎1⏎--AaB03x--⏎
                """,
                remark: "the form says what its names are"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        guard !context.namesCharset else { return }
        context.forEachLabel(with: Self.invalidByte) { part, parameter, range in
            guard part.isName(parameter) else { return }
            found.add(Self.message(part.shown(parameter.value)), at: range, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func invalidByte(_ value: ArraySlice<UInt8>) -> Range<Int>? {
        value.firstInvalidUTF8.map { $0..<($0 + 1) }
    }

    private static func message(_ name: String) -> String {
        "the name `\(name)` is not valid UTF-8"
    }
}
