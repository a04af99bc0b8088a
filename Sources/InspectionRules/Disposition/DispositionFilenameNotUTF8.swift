import Bytes
import Exchanges
import Forms
import Inspection

/// `disposition/filename-not-utf8`: a filename whose bytes are not valid UTF-8.
struct DispositionFilenameNotUTF8: Rule {
    let id = "disposition/filename-not-utf8"
    let title = "filename that is not valid UTF-8"
    let severity = Severity.warning
    let clauses = [Clause.rfc(7578, "4.2"), .rfc(7578, "5.1")]
    let rationale = """
        Filenames must be UTF-8 unless a `_charset_` field says otherwise. busboy and Starlette read the bytes as \
        Latin-1; Go, PHP and Rack deliver them as they are; Werkzeug delivers an empty form, Python's multipart \
        rejects the form, and Django drops the file.
        """
    let hint = "Encode filenames as UTF-8."
    let evidence = Evidence.partHeader
    let needs = Fidelity.body
    let concerns: FormTraits = .header(.nonPrintableByte)

    var examples: [RuleExample] {
        [
            .violating(
                header: #"Content-Disposition: form-data; name="f"; filename="caf▸⟨E9⟩.txt""#,
                remark: "Latin-1"
            ),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="café.txt""#),
            .nearMiss(
                """
                --AaB03x⏎Content-Disposition: form-data; name="_charset_"⏎⏎iso-8859-1⏎\
                --AaB03x⏎Content-Disposition: form-data; name="f"; filename="caf⟨E9⟩.txt"⏎⏎1⏎--AaB03x--⏎
                """,
                remark: "the form says what its names are"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        guard !context.namesCharset else { return }
        context.forEachLabel(with: Self.invalidByte) { part, parameter, range in
            guard part.isFilename(parameter) else { return }
            found.add(Self.message(part.shown(parameter.value)), at: range, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func invalidByte(_ value: ArraySlice<UInt8>) -> Range<Int>? {
        value.firstInvalidUTF8.map { $0..<($0 + 1) }
    }

    private static func message(_ filename: String) -> String {
        "the filename `\(filename)` is not valid UTF-8"
    }
}
