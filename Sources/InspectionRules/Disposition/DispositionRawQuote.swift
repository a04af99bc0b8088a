import Bytes
import Forms
import Inspection

/// `disposition/raw-quote`: a double quote inside a quoted value that is not escaped.
struct DispositionRawQuote: Rule {
    let id = "disposition/raw-quote"
    let title = "quote inside a quoted value"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.6.4"), .whatwgEncoding]
    let rationale = """
        The value ends at the quote for some receivers and at the last quote of the line for others: of \
        `a"b.txt` PHP, Rack and Werkzeug read `a`, Django and python-multipart the whole, and busboy and Go \
        lose the file. A user who chooses the name can also add parameters. ModSecurity blocks the form.
        """
    let hint = "Write a quote inside a name as `%22`, as browsers do."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="a▸"b.txt""#),
            .violating(
                header: #"Content-Disposition: form-data; name="f"; filename="na▸"me;x=\y é.txt""#,
                remark: "a semicolon follows: what is left looks like a parameter"
            ),
            .violating(
                header: #"Content-Disposition: form-data; name="f"; filename="na▸";me.txt""#,
                remark: "a semicolon directly after the quote"
            ),
            .violating(header: #"Content-Disposition: form-data; name="we▸"ird"; filename="x.txt""#),
            .violating(
                header: #"Content-Disposition: form-data; name="▸"title"""#,
                remark: "two pairs of quotes"
            ),
            .violating(
                header: #"Content-Disposition: form-data; name="f▸; filename="x.txt""#,
                remark: "the quote that closes the name is missing"
            ),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="a%22b""#),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="a\"b""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a;b.txt""#,
                remark: "a semicolon"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a"b; filename="c.txt""#,
                remark: "the next quote opens a value: stray text"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            if let unclosed = part.unclosedName(in: disposition) {
                let place = unclosed.name.upperBound..<(unclosed.name.upperBound + 1)
                found.add(Self.unclosed, at: place, part: part.number, hint: Self.unclosedHint)
                continue
            }
            let parameters = disposition.value.parameters
            for (index, parameter) in parameters.enumerated() {
                let next = index + 1 < parameters.count ? parameters[index + 1] : nil
                guard part.strayQuote(after: parameter, before: next, in: disposition) != nil else {
                    continue
                }
                let quote = parameter.value.upperBound
                let whole = part.valueToLastQuote(of: parameter, in: disposition)
                let place = quote..<(quote + 1)
                let name = part.shown(parameter.name)
                guard !parameter.value.isEmpty || !whole.isBetweenQuotes else {
                    found.add(
                        Self.quotedTwice(name),
                        at: place,
                        part: part.number,
                        hint: Self.quotedTwiceHint
                    )
                    continue
                }
                found.add(
                    Self.message(
                        name,
                        part.shown(parameter.value),
                        PrintableText.text(whole, limit: 80)
                    ),
                    at: place,
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    /// The hint where the value has its quotes already and is put between quotes.
    static let quotedTwiceHint =
        "Write one pair of quotes: the value that is put between them has its own already."

    private static let unclosed =
        "the quote that closes the name is missing before `; filename=`, so that it ends at the next one and the filename "
        + "is part of it"
    private static let unclosedHint = "Write a quote after the name as well as before it."

    private static func quotedTwice(_ name: String) -> String {
        "the \(name) stands in two pairs of quotes: it ends where the second one begins, and is empty"
    }

    private static func message(_ name: String, _ short: String, _ long: String) -> String {
        "a quote inside the \(name) ends it early: PHP and Werkzeug read `\(short)`, Django and python-multipart "
            + "`\(long)`, and busboy and Go lose the part"
    }
}
