import Bytes
import Exchanges
import Forms
import Inspection

/// `delimiter/lf-after`: a delimiter line that ends in a bare LF.
struct DelimiterLFAfter: Rule {
    let id = "delimiter/lf-after"
    let title = "delimiter line ends in a bare LF"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1"), .rfc(9110, "8.3.3")]
    let rationale = """
        A delimiter line ends in CRLF. With LF alone Go and defnull's multipart refuse the form, python-multipart \
        refuses it or loses the field ("Did not find CR at end of boundary"), busboy loses the field; PHP, Werkzeug \
        and Django accept it.
        """
    let hint = "End the delimiter line with CR LF."
    let evidence = Evidence.delimiter
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x▸␊Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "the first delimiter"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x▸␊"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
            ),
            .violating(
                "--AaB03x▸␊␍Content-Disposition: form-data; name=\"a\"␊␍␊␍1␊␍--AaB03x--␊␍",
                remark: "LF CR in place of CR LF"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--␊",
                remark: "the close delimiter has a rule of its own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        if form.hasReversedLineEnds, let part = form.parts.first {
            let start = part.header.range.lowerBound
            report.add(
                self,
                Self.reversed,
                at: (start - 1)..<(start + 1),
                part: part.number,
                hint: Self.reversedHint
            )
            return
        }
        let sites = DelimiterSites(form).lazy.filter { $0.delimiter.ending == .lf && !$0.delimiter.isClose }
        let isThroughout = form.endsDelimitersInLF
        for site in sites.prefix(DelimiterSites.reported) {
            let ending = site.delimiter.junk.upperBound..<site.delimiter.end
            let message = Self.message(form, site, isThroughout: isThroughout)
            report.add(self, message, at: ending, part: form.partNumber(at: site))
        }
    }

    private static let reversed =
        "the line of the first delimiter ends in LF CR, the bytes of CRLF in the wrong order, so that the CR belongs to "
        + "the next line"
    private static let reversedHint = "Write CR before LF at each line end: `\\r\\n`, not `\\n\\r`."

    private static func message(_ form: Form, _ site: DelimiterSite, isThroughout: Bool) -> String {
        // With an empty line there, the part has no header, and its loss a second cause.
        let hasHeader = site.beginning.map { !form.parts[$0].header.lines.isEmpty } ?? true
        if isThroughout || !hasHeader { return "the line of \(form.words(for: site)) ends in a bare LF" }
        return "the line of \(form.words(for: site)) ends in a bare LF: Go refuses the form, busboy loses "
            + form.begunField(at: site)
    }
}

extension Form {
    /// Whether the first delimiter line ends in LF CR, and the first header line begins after that.
    var hasReversedLineEnds: Bool {
        guard let part = parts.first, part.delimiter.ending == .lf else { return false }
        let header = part.header[part.header.range]
        return header.first == 0x0D && header.dropFirst().first != 0x0A
    }
}
