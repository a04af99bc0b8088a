import Bytes
import Forms
import Inspection

/// `disposition/percent-encoded-name`: a name that is percent-encoded as a whole.
struct DispositionPercentEncodedName: Rule {
    let id = "disposition/percent-encoded-name"
    let title = "percent-encoded name"
    let severity = Severity.note
    let clauses = [Clause.rfc(7578, "4.2"), .rfc(7578, "2")]
    let rationale = """
        RFC 7578 allows percent-encoding, but browsers do not use it and servers do not decode it: the file is \
        stored under the encoded name. aiohttp encodes names by default.
        """
    let hint = "Send the name as raw UTF-8 (aiohttp: `FormData(quote_fields=False)`)."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="▸na%C3%AFve.txt""#),
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="▸a%20b%20%281%29.txt""#),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="100%.txt""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a%20b.txt""#,
                remark: "one may be text"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="na%22me;x=é.txt""#,
                remark: "a browser's"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters where part.isLabel(parameter) {
                guard let decoded = EscapedText.percentDecoded(part.header[parameter.value]) else { continue }
                found.add(
                    Self.message(part.shown(parameter.name), part.shown(parameter.value), decoded),
                    at: parameter.value,
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String, _ value: String, _ decoded: [UInt8]) -> String {
        "the \(name) `\(value)` is `\(PrintableText.text(decoded, limit: 80))` in percent-encoding"
    }
}
