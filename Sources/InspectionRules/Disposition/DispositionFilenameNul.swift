import Bytes
import Exchanges
import Forms
import Inspection

/// `disposition/filename-nul`: a NUL byte in a filename.
struct DispositionFilenameNul: Rule {
    let id = "disposition/filename-nul"
    let title = "NUL in a filename"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.5")]
    let rationale = """
        PHP reads `x.php\\0.jpg` as `x.php`, while a filter in front of it sees a picture: a well-known way past \
        upload checks. Django removes the NUL, busboy and commons-fileupload reject the form, and ModSecurity \
        blocks it.
        """
    let hint =
        "Remove the NUL: a buffer was written with its terminator, or a file was named so to get past a filter."
    let evidence = Evidence.partHeader
    let needs = Fidelity.body
    let concerns: FormTraits = .header(.nonPrintableByte)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="x.php▸⟨00⟩.jpg""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a⟨00⟩b""#,
                remark: "in a name: another rule"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="x%00.jpg""#,
                remark: "as text"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let filename = part.wholeDisposition?.filename else { continue }
            let value = part.header[filename.value]
            guard let index = value.firstIndex(of: 0) else { continue }
            let offset = filename.value.lowerBound + (index - value.startIndex)
            found.add(
                Self.message(part.shown(filename.value), part.shown(filename.value.lowerBound..<offset)),
                at: offset..<(offset + 1),
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ filename: String, _ start: String) -> String {
        "the filename `\(filename)` holds a NUL byte and is `\(start)` to software written in C"
    }
}
