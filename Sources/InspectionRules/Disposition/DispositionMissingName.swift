import Bytes
import Forms
import Inspection

/// `disposition/missing-name`: a Content-Disposition without a name.
struct DispositionMissingName: Rule {
    let id = "disposition/missing-name"
    let title = "part without a name"
    let severity = Severity.error
    let clauses = [Clause.rfc(7578, "4.2")]
    let rationale = """
        Each part must have the `name` of its field. Starlette rejects the form, PHP drops all fields of a form \
        with such a field and names such a file `0`, Django and Go drop the part, busboy and Werkzeug deliver it \
        without a name, and ModSecurity blocks the form.
        """
    let hint = #"Add `name="…"` with the field's name to Content-Disposition."#
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: "Content-Disposition: ▸form-data"),
            .violating(
                header: #"Content-Disposition: ▸form-data; filename="x""#,
                remark: "a filename is not a name"
            ),
            .violating(
                header: #"Content-Disposition: ▸form-data;⟨C2⟩⟨A0⟩name="a""#,
                remark: "a no-break space, which looks like a blank"
            ),
            .nearMiss(header: #"Content-Disposition: form-data; NAME="a""#),
            .nearMiss(
                header: #"Content-Disposition: name="a""#,
                remark: "the name in the place of the type: another rule reports it"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name*=UTF-8''a"#,
                remark: "has a rule of its own"
            ),
            .nearMiss(
                #"--AaB03x⏎Content-Disposition: attachment; filename="a"⏎⏎1⏎--AaB03x--⏎"#,
                contentType: "multipart/mixed; boundary=AaB03x",
                remark: "files in multipart/mixed have none"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition, disposition.nameStar == nil else { continue }
            if let name = disposition.name, name.quoting != .absent { continue }
            if Self.isInType(of: disposition, in: part) { continue }
            if let parameter = Self.foreignName(disposition, in: part) {
                report.add(
                    self,
                    Self.foreign(part, part.header[parameter.name]),
                    at: disposition.line.value,
                    part: part.number,
                    hint: Self.foreignHint
                )
                continue
            }
            found.add(
                Self.message(part.number, part.shown(disposition.line.value)),
                at: disposition.line.value,
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    /// Whether the name stands where the type should, which disposition/type-not-form-data reports.
    static func isInType(of disposition: ContentDisposition, in part: BodyPart) -> Bool {
        part.header[disposition.value.leading].startsIgnoringCase(with: "name=")
    }

    /// The parameter that is meant as the name but has a character beyond ASCII in its own name.
    private static func foreignName(_ disposition: ContentDisposition, in part: BodyPart) -> Parameter? {
        disposition.value.parameters.prefix(16).first { parameter in
            let name = part.header[parameter.name]
            return name.contains { $0 > 0x7F } && name.differsSlightly(from: Array("name".utf8))
        }
    }

    private static let foreignHint =
        "Type the parameter anew in ASCII: a no-break space or a letter of another alphabet was copied with it."

    private static func foreign(_ part: BodyPart, _ name: ArraySlice<UInt8>) -> String {
        "the Content-Disposition of part \(part.number) has no name: the parameter `\(PrintableText.ascii(name))` holds a "
            + "character beyond ASCII, which only looks like a blank or a letter"
    }

    private static func message(_ number: Int, _ value: String) -> String {
        "the Content-Disposition of part \(number), `\(value)`, has no name"
    }
}
