import Bytes
import Forms
import Inspection

/// `delimiter/inside-headers`: a delimiter line before the blank line that ends a part's header.
struct DelimiterInsideHeaders: Rule {
    let id = "delimiter/inside-headers"
    let title = "delimiter in the header of a part"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1")]
    let rationale = """
        A blank line ends the header lines of a part, even where the content is empty. Where a delimiter comes first, \
        Go, python-multipart and defnull's multipart refuse the form; PHP accepts it, busboy and Werkzeug do unless it \
        is the close delimiter, and Django reads other fields from it than they do.
        """
    let hint = "Write the blank line and the content of the part before the next delimiter."
    let concerns: FormTraits = .irregularLine

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎▸--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎▸--AaB03x--⏎",
                remark: "the close delimiter"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎http://example.com/⏎▸--AaB03x--⏎",
                remark: "the value looks like a header line"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎1⏎--AaB03x--⏎",
                remark: "there is content, only the blank line is missing"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎{\"x\": 1}⏎--AaB03x--⏎",
                remark: "content again, although it has a colon"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        let sites = DelimiterSites(form).lazy.filter { site in
            guard site.delimiter.precedent == .headerLine, let index = site.preceding else { return false }
            let part = form.parts[index]
            return part.headerEnd == .delimiter && part.contentAmongHeader == nil
        }
        for site in sites.prefix(DelimiterSites.reported) {
            let part = site.preceding.map { form.parts[$0] }
            report.add(
                self,
                Self.message(form, site),
                at: site.delimiter.text,
                part: part?.number,
                hint: part?.mayEndHeaderInContent ?? false ? Self.contentHint : nil
            )
        }
    }

    /// The hint where the last header line may be the content.
    static let contentHint =
        "Write an empty line before the content: the last header line of the part is no field that parts have, and "
        + "probably the value."

    private static func message(_ form: Form, _ site: DelimiterSite) -> String {
        "\(form.words(for: site)) stands where the blank line of \(form.precedingField(at: site)) should be: "
            + "that part has no content"
    }
}

extension BodyPart {
    /// Whether the last of several header lines looks like a field, but is none that parts have.
    fileprivate var mayEndHeaderInContent: Bool {
        guard header.lines.count > 1, let line = header.lines.last else { return false }
        return !header[line.name].startsIgnoringCase(with: "content-")
    }

    /// Content that became the last header line because the blank line is missing: a line without a field
    /// name.
    ///
    /// `nil` where the part has a blank line, or only that line.
    var contentAmongHeader: FieldLine? {
        guard headerEnd == .delimiter, header.lines.count > 1, let line = header.lines.last,
            line.foldCount == 0,
            line.name.isEmpty || !header[line.name].allSatisfy(\.isTokenCharacter)
        else { return nil }
        return line
    }
}
