import Bytes
import Forms
import Inspection

/// `boundary/occurs-in-content`: a delimiter line in the middle of what was meant as content.
///
/// It is recognised by a part that begins with no header line at all, not even a damaged one, in a form whose first part
/// has one.
struct BoundaryOccursInContent: Rule {
    let id = "boundary/occurs-in-content"
    let title = "delimiter line in the data"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1"), Clause.rfc(7578, "4.1")]
    let rationale = """
        The data contains the boundary on a line of its own, so every receiver ends the part there and reads the rest \
        as the next part: Go says "malformed MIME header: missing colon", busboy, python-multipart and defnull's \
        multipart refuse the form, ModSecurity blocks it, and most others store a part that is too short.
        """
    let hint = """
        Generate a random boundary for each request, or look through the data and pick another boundary where it \
        occurs.
        """
    let concerns: FormTraits = [.irregularLine, .irregularHeader]

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1⏎▸--AaB03x⏎l2⏎--AaB03x--⏎",
                remark: "the value is three lines, the second is the boundary"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1⏎▸--AaB03x⏎l2⏎⏎l3⏎--AaB03x--⏎",
                remark: "a blank line later does not make a header"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸--AaB03x⏎--⏎",
                remark: "a line break within the close delimiter"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "a real part"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎⏎2⏎--AaB03x--⏎",
                remark: "a part without header lines, but with their blank line"
            ),
            .nearMiss(
                "--AaB03x⏎1⏎--AaB03x⏎2⏎--AaB03x--⏎",
                remark: "a builder that writes no header lines at all"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎Content-Dispo",
                remark: "a header line that the end of the body cuts off"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, form.parts.count > 1, form.parts[0].hasHeaderLine else { return }
        var count = 0
        for part in form.parts.dropFirst() where !part.hasHeaderLine && !part.beginsAsHeader {
            switch part.headerEnd {
            case .content: break
            case .blankLine where !part.header.lines.isEmpty: break
            case .blankLine, .delimiter, .bodyEnd, .gap, .limit: continue
            }
            let isSplit = Self.isSplitClose(part, form)
            report.add(
                self,
                isSplit ? Self.split(form.delimiterText) : Self.message(form.delimiterText, part),
                at: part.delimiter.text,
                part: part.number,
                hint: isSplit ? Self.splitHint : nil
            )
            count += 1
            guard count < 16 else { return }
        }
    }

    /// What to do where a line break stands within the close delimiter.
    static let splitHint =
        "Write the two dashes after the boundary before any line break (`print`, not `println`)."

    /// Whether nothing but two dashes follows the last delimiter: it was meant as the close delimiter.
    private static func isSplitClose(_ part: BodyPart, _ form: Form) -> Bool {
        guard part.number == form.partCount, form.close == nil else { return false }
        let end = part.delimiter.end
        let rest = form.kept.window(at: end, before: 0, after: 8).bytes.drop { $0.isLineBreak }
        return form.length - end <= 8 && rest.prefix { !$0.isLineBreak }.elementsEqual([0x2D, 0x2D])
            && rest.dropFirst(2).allSatisfy(\.isLineBreak)
    }

    private static func split(_ delimiter: [UInt8]) -> String {
        let text = PrintableText.text(delimiter, limit: 80)
        return
            "a line break stands within the close delimiter: `\(text)`, CRLF and `--` in place of `\(text)--`"
    }

    private static func message(_ delimiter: [UInt8], _ part: BodyPart) -> String {
        let next = part.firstLine
        return "the delimiter `\(PrintableText.text(delimiter, limit: 80))` stands in the data of part "
            + "\(part.number - 1): no header line follows, but `\(PrintableText.text(next, limit: 40))`"
    }
}

extension BodyPart {
    /// Whether one of the header lines has a name and a colon.
    fileprivate var hasHeaderLine: Bool {
        header.lines.contains { line in
            line.colon != nil && !line.name.isEmpty && header[line.name].allSatisfy(\.isTokenCharacter)
        }
    }

    /// Whether its first line begins with the name of a field that every file has: what is wrong is its colon, or the
    /// blank line after it.
    fileprivate var beginsAsHeader: Bool {
        let line = firstLine
        return line.startsIgnoringCase(with: "content-disposition")
            || line.startsIgnoringCase(with: "content-type")
    }

    /// The line after its delimiter line, whatever it was read as.
    fileprivate var firstLine: ArraySlice<UInt8> {
        (header.lines.first.map { header[$0.range] } ?? facts.sample[...]).prefix { !$0.isLineBreak }
    }
}
