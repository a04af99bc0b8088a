import Bytes
import Forms
import Inspection

/// `part-header/cte-unknown`: a Content-Transfer-Encoding that no specification defines.
struct PartHeaderCTEUnknown: Rule {
    let id = "part-header/cte-unknown"
    let title = "unknown Content-Transfer-Encoding"
    let severity = Severity.warning
    let clauses = [Clause.rfc(2045, "6.1"), .rfc(7578, "4.7")]
    let rationale = """
        The mechanisms are 7bit, 8bit, binary, quoted-printable and base64, and private ones that begin with `x-`. \
        RFC 2045 treats content under an unknown one as opaque bytes; in a form the field has no use.
        """
    let hint = "Leave Content-Transfer-Encoding out and send the bytes as they are."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.transferEncoding)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="a"⏎Content-Transfer-Encoding: ▸wat"#),
            .violating(
                header: #"Content-Disposition: form-data; name="a"⏎Content-Transfer-Encoding: ▸utf-8"#,
                remark: "a charset is not a transfer encoding"
            ),
            .nearMiss(header: #"Content-Disposition: form-data; name="a"⏎Content-Transfer-Encoding: x-mine"#),
            .nearMiss(header: #"Content-Disposition: form-data; name="a"⏎Content-Transfer-Encoding: Binary"#),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            for line in part.header.lines where TransferEncoding(line, in: part.header) == .unknown {
                found.add(Self.message(part.shown(line.value)), at: line.value, part: part.number)
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ value: String) -> String {
        "`\(value)` is not a transfer encoding"
    }
}
