import Bytes
import Forms
import Inspection

/// `delimiter/none-found`: a body without a single delimiter.
struct DelimiterNoneFound: Rule {
    let id = "delimiter/none-found"
    let title = "no delimiter in the body"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1")]
    let rationale = """
        A multipart body consists of parts, with a delimiter line before each. Where neither the declared boundary nor \
        another one can be found, there is no form: busboy, Go, python-multipart and Spring WebFlux ("Could not find \
        first boundary") refuse the request; PHP, Werkzeug and Django deliver an empty form.
        """
    let hint = """
        Send a multipart body, or declare what the body really is: the Content-Type and the body come from different \
        places.
        """
    let evidence = Evidence.wholeBody
    let concerns: FormTraits = .noParts

    var examples: [RuleExample] {
        [
            .violating("▸a=1&z=2", remark: "a form encoded in the other way"),
            .violating("▸--AaB03xyz⏎hello⏎", remark: "a line that only begins like the delimiter"),
            .violating(
                "▸--AaB03x\\r\\nContent-Disposition: form-data; name=\"a\"\\r\\n\\r\\n1\\r\\n--AaB03x--\\r\\n",
                remark: "line ends that are written out: a shell passes `\\r\\n` as it stands"
            ),
            .violating(
                "▸--AaB03x\\nContent-Disposition: form-data; name=\"a\"\\n\\n1\\n--AaB03x--",
                remark: "the same, without an escape at the end"
            ),
            .violating(
                "▸LS1BYUIwM3gNCkNvbnRlbnQtRGlzcG9zaXRpb246IGZvcm0tZGF0YQ==",
                remark: "the whole form in Base64"
            ),
            .violating(
                "▸--AaB03x##Content-Disposition: form-data; name=\"a\"####1##--AaB03x--",
                remark: "line ends as some viewers show them, copied from there"
            ),
            .violating(
                "▸—AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎—AaB03x—⏎",
                remark: "an editor made one dash of two"
            ),
            .nearMiss("", remark: "there is no body at all"),
            .nearMiss("⏎", remark: "nothing but a line break is not a body either"),
            .nearMiss(
                "--other⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--other--⏎",
                remark: "another boundary is found"
            ),
            .nearMiss(
                "a=1&z=2",
                contentType: "application/x-www-form-urlencoded",
                remark: "declared as what it is"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let form = context.form, form.length > 0, !form.usesObservedBoundary else {
            return
        }
        let opening = form.kept.window(at: 0, before: 0, after: 64).bytes
        guard case .noDelimiter = form.ending else {
            // The close delimiter at the end of the body needs no line end after it.
            if form.parts.isEmpty, form.close?.precedent == .glued, let ends = WrittenLineEnds(in: form) {
                report.add(self, ends.message(form), at: 0..<opening.count, hint: ends.hint)
            }
            return
        }
        guard opening.count < form.length || !opening.allSatisfy(\.isLineBreak),
            WrittenLengths(in: form) == nil
        else { return }
        if let ends = WrittenLineEnds(in: form) {
            report.add(self, ends.message(form), at: 0..<opening.count, hint: ends.hint)
        } else if let text = EncodedBody(opening)?.text {
            report.add(self, Self.encoded(form, opening, text), at: 0..<opening.count, hint: Self.encodedHint)
        } else {
            report.add(
                self,
                Self.message(form, opening),
                at: 0..<opening.count,
                hint: Self.beginsWithTypographicDashes(opening, form) ? TypographicDashes.hint : nil
            )
        }
    }

    /// Whether the first line is the delimiter but for its first dashes, of which not all are hyphens.
    private static func beginsWithTypographicDashes(_ opening: ArraySlice<UInt8>, _ form: Form) -> Bool {
        guard form.boundary != nil else { return false }
        let line = opening.prefix { !$0.isLineBreak }
        let rest = TypographicDashes.dropFirst(line)
        return line.prefix(line.count - rest.count).contains(0xE2)
            && rest.elementsEqual(TypographicDashes.dropFirst(form.delimiterText[...]))
    }

    private static let encodedHint =
        "Send the bytes that the Base64 stands for; a function behind a gateway that gets the body in Base64 "
        + "(`isBase64Encoded`) decodes it before it passes it on."

    private static func encoded(_ form: Form, _ opening: ArraySlice<UInt8>, _ text: [UInt8]) -> String {
        "the whole body is Base64 text: `\(PrintableText.text(opening, limit: 24))` stands for "
            + "`\(PrintableText.text(text, limit: 24))`"
    }

    private static func message(_ form: Form, _ opening: ArraySlice<UInt8>) -> String {
        let sought =
            form.boundary == nil
            ? "no boundary is declared, and no delimiter can be found"
            : "the delimiter `\(PrintableText.text(form.delimiterText))` does not occur"
        let count = form.length == 1 ? "1 byte" : "\(form.length) bytes"
        return
            "\(sought) in the body of \(count), which begins with `\(PrintableText.text(opening, limit: 24))`"
    }
}
