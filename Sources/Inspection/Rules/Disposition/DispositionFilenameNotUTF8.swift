import Bytes
import Forms

/// `disposition/filename-not-utf8`: a filename whose bytes are no UTF-8.
struct DispositionFilenameNotUTF8: Rule {
    let id = "disposition/filename-not-utf8"
    let title = "filename that is no UTF-8"
    let severity = Severity.warning
    let clauses = [Clause.rfc(7578, "4.2"), .rfc(7578, "5.1")]
    let rationale = """
        Filenames are to be UTF-8 unless a `_charset_` field says otherwise. defnull's multipart and Werkzeug reject \
        the form, Django drops the file, Go and python-multipart pass the bytes on as they are.
        """
    let hint = "Encode filenames as UTF-8."
    let concerns: FormTraits = .nonPlainHeader

    let examples: [RuleExample] = [
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

    func judge(_ subject: borrowing Subject, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in subject.formDataParts {
            guard let filename = part.wholeDisposition?.filename else { continue }
            let value = part.header[filename.value]
            guard let index = value.firstInvalidUTF8 else { continue }
            if subject.namesCharset { return }
            let offset = filename.value.lowerBound + (index - value.startIndex)
            found.add(Self.message(part.shown(filename.value)), at: offset..<(offset + 1), part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ filename: String) -> String {
        "the filename `\(filename)` is no UTF-8"
    }
}
