import Bytes
import Forms
import Inspection

/// `part-header/obs-fold`: a header line that goes on in the next line.
struct PartHeaderObsFold: Rule {
    let id = "part-header/obs-fold"
    let title = "folded header line"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9112, "5.2")]
    let rationale = """
        Mail allows folded header lines, HTTP no longer does. python-multipart rejects the form, Django drops the \
        field, and ModSecurity's strict rules block it; Go, PHP, Rack, Werkzeug and busboy unfold the line. Where the \
        line was meant as a field of its own, the part has no such field, and the line above it ends in what is none.
        """
    let hint = "Write the whole header on one line, however long it gets."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.foldedLine)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data;⏎▸␠name="a""#),
            .violating(
                header: #"Content-Disposition: form-data; name="f"; filename="x"⏎▸␠Content-Type: text/plain"#,
                remark: "an error: a header line of its own was meant"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data;␠␠␠name="a""#,
                remark: "blanks, but no line break"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            for line in part.header.lines where line.foldCount > 0 {
                guard let start = part.header.firstContinuation(of: line, where: \.isBlank) else { continue }
                let text = part.header[start..<line.range.upperBound]
                let blanks = text.prefix { $0.isBlank }.count
                let field = Self.field(text.dropFirst(blanks))
                found.add(
                    field.map { Self.indented($0, blanks, part.shown(line.name)) }
                        ?? Self.message(part.shown(line.name)),
                    at: start..<(start + blanks),
                    part: part.number,
                    severity: field == nil ? nil : .error,
                    hint: field == nil ? nil : Self.indentedHint
                )
            }
        }
        found.report(as: self, to: &report)
    }

    /// The name of the field that the text of a continuation line begins with; `nil` where it is the rest of a value.
    private static func field(_ text: ArraySlice<UInt8>) -> StaticString? {
        let names: [StaticString] = [
            "Content-Type", "Content-Disposition", "Content-Transfer-Encoding", "Content-Length",
        ]
        return names.first { name in
            text.startsIgnoringCase(with: name)
                && text.dropFirst(name.utf8CodeUnitCount).first == UInt8(ascii: ":")
        }
    }

    /// How to write a field that was not meant as the rest of another.
    static let indentedHint =
        "Begin each header line without blanks; a blank in a format string or an indented text is the usual cause."

    private static func indented(_ field: StaticString, _ blanks: Int, _ other: String) -> String {
        "the header line `\(field)` begins with \(blanks == 1 ? "a blank" : "\(blanks) blanks"), and so continues the line "
            + "above it, `\(other)`"
    }

    private static func message(_ name: String) -> String {
        "the part's `\(name)` is folded over more than one line"
    }
}
