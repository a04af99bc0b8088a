import Bytes
import Forms
import Inspection

/// `delimiter/no-line-break-after`: a part's header line directly after the delimiter.
struct DelimiterNoLineBreakAfter: Rule {
    let id = "delimiter/no-line-break-after"
    let title = "no line break between delimiter and header"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The delimiter has a line of its own. With a header line directly after it, Go, PHP, busboy and Werkzeug do not \
        find the delimiter, so the field is lost; Django finds the field, defnull's multipart refuses the form, and \
        python-multipart does so at the first delimiter.
        """
    let hint = "Write CRLF after the boundary, before the first header line of the part."
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating("--AaB03x▸Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎"
                    + "--AaB03x▸Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
            ),
            .violating(
                "▸--AaB03xContent-Disposition: form-data; name=\"a\"1--AaB03x--",
                remark: "a body without any line break"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1⏎--AaB03xyz⏎l2⏎--AaB03x--⏎",
                remark: "a longer line that is not a header line"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        if form.isOneLine {
            report.add(
                self,
                Self.oneLine(form),
                at: form.parts[0].delimiter.text,
                part: 1,
                hint: Self.oneLineHint
            )
            return
        }
        let sites = DelimiterSites(form).lazy.filter { site in
            site.beginning != nil && site.delimiter.ending == .none
        }
        for site in sites.prefix(DelimiterSites.reported) {
            guard let index = site.beginning, let line = form.parts[index].header.lines.first else {
                continue
            }
            report.add(
                self,
                Self.message(form, site, line),
                at: line.range.lowerBound..<line.name.upperBound,
                part: form.parts[index].number
            )
        }
    }

    private static let oneLineHint =
        "Keep the line ends of the body: `curl -d @file` removes those of a file, so use `--data-binary @file` or `-F`; an "
        + "unquoted `$BODY` in a shell makes blanks of them."

    private static func oneLine(_ form: Form) -> String {
        "the body of \(Quantity.of(form.length, "byte")) has no line break: delimiters, header lines and contents run "
            + "into one another, and no part can be told apart"
    }

    private static func message(_ form: Form, _ site: DelimiterSite, _ line: FieldLine) -> String {
        let name = site.beginning.map { form.parts[$0].header[line.name] } ?? []
        let loss =
            site.isFirst
            ? "Go, PHP, busboy and Werkzeug lose \(form.begunField(at: site))"
            : "receivers that want a line end there read \(form.begunField(at: site)) as content of "
                + form.precedingField(at: site)
        return
            "no line break stands between \(form.words(for: site)) and `\(PrintableText.text(name, limit: 60))`: "
            + loss
    }
}

extension Form {
    /// Whether the body is one line that begins with a delimiter: line breaks were taken out of it.
    var isOneLine: Bool {
        guard parts.count == 1, ending == .inHeader, parts[0].delimiter.precedent == .bodyStart,
            parts[0].delimiter.ending == .none, parts[0].header.lines.count == 1,
            let line = parts[0].header.lines.first, line.ending == .none, line.range.upperBound == length
        else { return false }
        return line.range.count > delimiterText.count
    }
}
