import Bytes
import Forms
import Inspection

/// `part-header/cte-encoded`: content in base64 or quoted-printable.
struct PartHeaderCTEEncoded: Rule {
    let id = "part-header/cte-encoded"
    let title = "content in base64 or quoted-printable"
    let severity = Severity.error
    let requirement = RequirementLevel.should
    let clauses = [Clause.rfc(7578, "4.7")]
    let rationale = """
        Most servers store the encoded text as it came. Of the receivers tried, Django and multiparty decode base64, \
        Go quoted-printable, and PHP, busboy, Werkzeug, Starlette, Rack and Python's multipart neither.
        """
    let hint = "Send the raw bytes and leave Content-Transfer-Encoding out; HTTP carries every byte."
    let evidence = Evidence.sample
    let concerns: FormTraits = .header(.transferEncoding)

    var examples: [RuleExample] {
        [
            .violating(
                header: #"Content-Disposition: form-data; name="a"⏎Content-Transfer-Encoding: ▸base64"#,
                content: "MQ=="
            ),
            .violating(
                header:
                    #"Content-Disposition: form-data; name="a"⏎Content-Transfer-Encoding: ▸quoted-printable"#,
                content: "=31"
            ),
            .nearMiss(
                header:
                    #"Content-Disposition: form-data; name="a"; filename="key.txt"⏎Content-Type: text/plain"#,
                content: "MQ==",
                remark: "a file that is base64 text by itself"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            for line in part.header.lines {
                guard let encoding = TransferEncoding(line, in: part.header),
                    encoding.isApplied(to: part.facts.sample)
                else { continue }
                let start = PrintableText.text(part.facts.sample, limit: 24)
                found.add(Self.message(part.shown(line.value), start), at: line.value, part: part.number)
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ encoding: String, _ start: String) -> String {
        "the content is sent in `\(encoding)`; most servers will store the encoded text, `\(start)`"
    }
}
