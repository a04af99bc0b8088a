import Bytes
import Forms
import Inspection

/// `disposition/filename-star`: a filename in the extended form of RFC 8187.
struct DispositionFilenameStar: Rule {
    let id = "disposition/filename-star"
    let title = "filename* in a form"
    let severity = Severity.error
    let clauses = [Clause.rfc(7578, "4.2")]
    let rationale = """
        `filename*` is a parameter of responses; RFC 7578 forbids it in forms. Where both parameters are present, \
        Go, Werkzeug, Django and busboy use the extended one, PHP, python-multipart and defnull's multipart the \
        plain one; where only `filename*` is present, the latter find no file, and ModSecurity blocks the form.
        """
    let hint = #"Write the filename as raw UTF-8 in `filename="…"` and leave `filename*` out."#
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="a"; ▸filename*=UTF-8''x.txt"#),
            .violating(
                header:
                    #"Content-Disposition: form-data; name="a"; filename="y.txt"; ▸filename*=UTF-8''x.txt"#,
                remark: "beside a plain one"
            ),
            .violating(
                header:
                    #"Content-Disposition: form-data; name="a"; filename="x.txt"; ▸filename*=utf-8''x.txt"#,
                remark: "a warning: both are the same"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a"; filename="filename*=x""#,
                remark: "in a value"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: attachment; filename*=UTF-8''x⏎⏎1⏎--AaB03x--⏎",
                contentType: "multipart/mixed; boundary=AaB03x",
                remark: "not a form"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters
            where part.header[parameter.name].startsIgnoringCase(with: "filename*") {
                let plain = disposition.filename.map { part.shown($0.value) }
                let isSame =
                    disposition.filename.map {
                        Self.isSame(part.header[$0.value], as: part.header[parameter.value])
                    } ?? false
                found.add(
                    Self.message(part.shown(parameter.range), plain, isSame: isSame),
                    at: parameter.range,
                    part: part.number,
                    severity: isSame ? .warning : nil
                )
            }
        }
        found.report(as: self, to: &report)
    }

    /// Whether a filename in the extended form, in UTF-8, is the plain one (RFC 8187 §3.2).
    private static func isSame(_ plain: ArraySlice<UInt8>, as extended: ArraySlice<UInt8>) -> Bool {
        guard extended.startsIgnoringCase(with: "utf-8'") else { return false }
        let coded = extended.dropFirst(6).drop { $0 != UInt8(ascii: "'") }.dropFirst()
        return coded.elementsEqual(plain) && !coded.contains(UInt8(ascii: "%"))
    }

    private static func message(_ parameter: String, _ plain: String?, isSame: Bool) -> String {
        plain.map {
            "`\(parameter)` stands beside the plain filename `\($0)`; receivers take one or the other"
                + (isSame ? ", here the same" : "")
        }
            ?? "the filename is sent only as `\(parameter)`, which many receivers do not read in a form"
    }
}
