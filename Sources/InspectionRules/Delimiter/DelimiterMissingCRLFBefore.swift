import Bytes
package import Forms
import Inspection

/// `delimiter/missing-crlf-before`: a delimiter glued to the content before it.
struct DelimiterMissingCRLFBefore: Rule {
    let id = "delimiter/missing-crlf-before"
    let title = "no CRLF between content and delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The CRLF before the dashes is part of the delimiter; without it the dashes are content. PHP, Go, busboy, \
        Werkzeug and python-multipart read the next field as part of the one before it and report no error; Django \
        finds it, as few others do. The field is lost without any message.
        """
    let hint = "Write CRLF after the content of each part, before the two dashes of the next delimiter."
    let advice: [Sender: String] = [
        .apple: "Append CRLF after the content of each part: `body.append(Data(\"\\r\\n\".utf8))`."
    ]
    let evidence = Evidence.delimiter
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎⟨EF⟩⟨BB⟩⟨BF⟩▸--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "a byte order mark after the CRLF"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "the content itself ends in CRLF, the delimiter's own CRLF follows"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎x --AaB03x y⏎--AaB03x--⏎",
                remark: "no header line follows: the boundary is in the middle of a line of content"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        let sites = DelimiterSites(form).lazy.filter { site in
            site.delimiter.precedent == .glued && !site.delimiter.isClose && !site.isFirst
        }
        for site in sites.prefix(DelimiterSites.reported) {
            let stray = form.stray(before: site.delimiter)
            let number = form.partNumber(at: site)
            let isLate = stray == nil && number.map { form.hasLateHeader($0) } ?? false
            report.add(
                self,
                stray.map { Self.message($0, form, site) } ?? Self.message(form, site),
                at: site.delimiter.text,
                part: number,
                hint: stray?.hint ?? (isLate ? Form.lateHeaderHint : nil)
            )
        }
    }

    private static func message(_ form: Form, _ site: DelimiterSite) -> String {
        "no CRLF stands before \(form.words(for: site)): PHP, Go, busboy, Werkzeug and python-multipart read "
            + "\(form.begunField(at: site)) as content of \(form.precedingField(at: site)) and lose it; Django finds it"
    }

    private static func message(_ stray: StrayBytes, _ form: Form, _ site: DelimiterSite) -> String {
        "\(stray.words) stands between the CRLF and \(form.words(for: site)), so that \(form.begunField(at: site)) is "
            + "content of \(form.precedingField(at: site))"
    }
}

extension Form {
    /// Whether a file has no content, and binary data stands where the part before it ends: its header was written after
    /// it.
    func hasLateHeader(_ number: Int) -> Bool {
        guard number > 0, number <= parts.count else { return false }
        let part = parts[number - 1]
        guard part.isFile, part.content.isEmpty else { return false }
        let start = part.delimiter.text.lowerBound
        return Self.isBinary(kept.window(at: start, before: 64, after: 0).bytes)
    }

    /// Whether the end of some bytes is no text: they may begin within a character.
    static func isBinary(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.contains(where: { $0 < 0x09 }) { return true }
        let start = bytes.prefix(3).prefix { $0 & 0xC0 == 0x80 }.count
        return bytes.dropFirst(start).firstInvalidUTF8 != nil
    }

    /// What to do where the header of a file stands after its bytes.
    package static let lateHeaderHint =
        "Write the header of a file before its bytes: a writer for text holds it back until it is flushed. Call `flush()` "
        + "on it before the file is written to the stream under it, or write all of the body to one stream."
}
