import Bytes
import Forms
import Inspection

/// `disposition/unquoted-illegal`: a name or filename that needs quotes and has none.
struct DispositionUnquotedIllegal: Rule {
    let id = "disposition/unquoted-illegal"
    let title = "value that needs quotes without them"
    let severity = Severity.error
    let clauses = [Clause.rfc(2045, "5.1"), .rfc(9110, "5.6.6")]
    let rationale = """
        Only a token may stand without quotes: no blanks, no non-ASCII, none of ( ) < > @ , ; : \\ " / [ ] ? =. Of \
        `name=a b` busboy and Go lose the part, Django and python-multipart read `a b`, PHP, Rack and Werkzeug `a`, \
        and ModSecurity blocks the form.
        """
    let hint = #"Put the value in double quotes: `name="…"`."#
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: "Content-Disposition: form-data; name=a▸ b"),
            .violating(header: #"Content-Disposition: form-data; name="f"; filename=x▸(1).txt"#),
            .nearMiss(header: #"Content-Disposition: form-data; name="a b""#),
            .nearMiss(header: "Content-Disposition: form-data; name=a-b_c.d", remark: "a token"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters
            where parameter.quoting == .bare && part.isLabel(parameter) {
                let value = part.header[parameter.value]
                // A value between apostrophes has a rule of its own.
                guard value.first != UInt8(ascii: "'"),
                    let index = value.firstIndex(where: { !$0.isTokenCharacter })
                else { continue }
                let offset = parameter.value.lowerBound + (index - value.startIndex)
                found.add(
                    Self.message(part.shown(parameter.name), part.shown(parameter.value), value[index]),
                    at: offset..<parameter.value.upperBound,
                    part: part.number,
                    hint: value.starts(with: "3D\"".utf8) ? Self.quotedPrintableHint : nil
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static let quotedPrintableHint =
        "Send the body as it is: it was coded as quoted-printable, as for mail (`=3D` stands for `=`), which receivers of "
        + "forms do not decode."

    private static func message(_ name: String, _ value: String, _ byte: UInt8) -> String {
        let cause = byte == 0x20 ? "a blank" : "`\(PrintableText.text([byte]))`"
        return "the \(name) `\(value)` has no quotes and holds \(cause)"
    }
}
