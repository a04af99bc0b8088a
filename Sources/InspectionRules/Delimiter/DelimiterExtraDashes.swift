import Bytes
import Forms
import Inspection

/// `delimiter/extra-dashes`: single delimiters with more dashes than the others.
///
/// Where all of them have too many, Content-Type and the body disagree: `boundary/body-extra-dashes`.
struct DelimiterExtraDashes: Rule {
    let id = "delimiter/extra-dashes"
    let title = "delimiter with too many dashes"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A delimiter is CRLF, exactly two dashes and the boundary. With more dashes the line is content: Go, PHP, \
        busboy, Werkzeug and python-multipart read the part after it as a piece of the one before, and report nothing. \
        Django, which looks for the boundary anywhere, finds it, as few others do.
        """
    let hint =
        "Write two dashes before the boundary: the boundary given to this line already had its two dashes."
    let evidence = Evidence.delimiter
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸----AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "two dashes too many before part 2"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸----AaB03x--⏎",
                remark: "the close delimiter"
            ),
            .violating(
                "▸----AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "the first delimiter"
            ),
            .nearMiss(
                "----AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎----AaB03x--⏎",
                contentType: "multipart/form-data; boundary=--AaB03x",
                remark: "the boundary has two dashes of its own"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎----AaB03x y⏎--AaB03x--⏎",
                remark: "a line of content: no header line follows it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        let sites = DelimiterSites(form).lazy.filter { $0.delimiter.precedent == .dashes }
        for site in sites.prefix(DelimiterSites.reported) {
            let dashes = Self.dashes(of: site.delimiter, in: form)
            report.add(
                self,
                Self.message(form, site, dashes.count),
                at: dashes.lowerBound..<site.delimiter.text.upperBound,
                part: form.partNumber(at: site)
            )
        }
    }

    /// The dashes in excess, without the line end before them.
    private static func dashes(of delimiter: Delimiter, in form: Form) -> Range<Int> {
        let lead = delimiter.lead
        let hasBreak = form.kept[lead]?.first == 0x0D
        return (lead.lowerBound + (hasBreak ? 2 : 0))..<lead.upperBound
    }

    private static func message(_ form: Form, _ site: DelimiterSite, _ surplus: Int) -> String {
        let amount = surplus == 1 ? "1 dash" : "\(surplus) dashes"
        let effect: String
        if site.delimiter.isClose {
            effect = "Go and busboy refuse the form, which has no end for them, and Werkzeug finds no field"
        } else if site.isFirst {
            effect =
                "PHP, Go and busboy lose \(form.begunField(at: site)), and python-multipart refuses the form"
        } else {
            effect =
                "PHP, Go, busboy, Werkzeug and python-multipart read \(form.begunField(at: site)) as content of "
                + "\(form.precedingField(at: site)) and lose it; Django finds it"
        }
        return "\(form.words(for: site)) has \(amount) too many: \(effect)"
    }
}
