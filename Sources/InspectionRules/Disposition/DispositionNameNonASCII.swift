import Bytes
import Forms
import Inspection

/// `disposition/name-non-ascii`: a name in UTF-8 beyond ASCII.
struct DispositionNameNonASCII: Rule {
    let id = "disposition/name-non-ascii"
    let title = "name beyond ASCII"
    let severity = Severity.note
    let requirement = RequirementLevel.should
    let clauses = [Clause.rfc(7578, "5.1.1")]
    let rationale = """
        RFC 7578 advises against such field names, because receivers decode them differently: busboy takes \
        them for Latin-1 unless told otherwise.
        """
    let hint = "Use ASCII for field names; labels for people belong in the page, not in the form's names."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.nonPrintableByte)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="▸größe""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="größe.txt""#,
                remark: "a filename"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="caf⟨E9⟩""#,
                remark: "not valid UTF-8: another rule"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.formDataParts {
            guard let name = part.wholeDisposition?.name else { continue }
            let value = part.header[name.value]
            guard value.contains(where: { $0 >= 0x80 }), value.firstInvalidUTF8 == nil else { continue }
            found.add(Self.message(part.shown(name.value)), at: name.value, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String) -> String {
        "the field name `\(name)` is not ASCII"
    }
}
