import Bytes
import Forms
import Inspection

/// `boundary/mismatch`: the body is delimited by another boundary than the declared one.
///
/// A line of the body counts as a delimiter only where a part's header line follows it.
struct BoundaryMismatch: Rule {
    let id = "boundary/mismatch"
    let title = "boundary of the header and of the body differ"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        Receivers look for the declared boundary and do not find it: Go says "multipart: NextPart: EOF", Spring \
        WebFlux "Could not find first boundary", python-multipart "Expected boundary character …", and busboy refuses \
        the form; PHP and Werkzeug deliver an empty form. It is typical of retries, and of a Content-Type kept from an \
        earlier body.
        """
    let hint = """
        Take the header and the body from the same builder, and rebuild both for a retry: the boundary in \
        Content-Type was made for another body.
        """
    let advice = Sender.boundaryAdvice
    let concerns: FormTraits = .observedBoundary

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField("OTHER"),
                contentType: "multipart/form-data; boundary=▸AaB03x",
                remark: "two different values"
            ),
            .violating(
                RuleExample.oneField("totoLALALA"),
                contentType: "multipart/form-data; boundary=▸todoLALALA",
                remark: "a slip of the finger"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=▸boundary=AaB03x",
                remark: "the name of the parameter twice"
            ),
            .nearMiss(
                "--foo⏎some preamble⏎" + RuleExample.oneField(),
                remark: "a preamble that begins with dashes"
            ),
            .nearMiss(
                "--OTHER⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎" + RuleExample.oneField(),
                remark: "the first delimiter alone differs: another rule reports it"
            ),
            .nearMiss(
                RuleExample.oneField("aab03X"),
                remark: "the letters' case alone: another rule reports it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let found = BoundaryDisagreement(context), found.kind == .other else { return }
        let body = found.delimiter.dropFirst(2)
        if let form = context.form, let second = form.secondForm(under: found.declared) {
            let message = Self.twoForms(found, body, second)
            report.add(self, message, at: found.parameter.value, in: .head, hint: Self.writerHint)
            return
        }
        let isNear = found.declared.count >= 4 && body.differsSlightly(from: found.declared)
        report.add(
            self,
            Self.message(found, body),
            at: found.parameter.value,
            in: .head,
            hint: found.isPrinted
                ? Self.printedHint
                : found.repeatsName
                    ? Self.repeatedHint
                    : Self.hint(found.declared[...], body) ?? (isNear ? Self.nearHint : nil)
        )
    }

    /// How to fix it, where one of the two shows how it came about.
    private static func hint(_ declared: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) -> String? {
        if BoundaryWeak.unset.contains(where: { declared.equalsIgnoringCase($0) }) {
            return BoundaryWeak.unsetHint
        }
        let beginnings: [StaticString] = ["$", "{", "#{", "<%"]
        if beginnings.contains(where: {
            declared.startsIgnoringCase(with: $0) || body.startsIgnoringCase(with: $0)
        }) {
            return
                "Fill in the variable in both places: JavaScript does so in backticks only, a shell in double quotes only, "
                + "Python in an f-string only."
        }
        let endings: [StaticString] = ["\\r\\n", "\\n", "^M", "_x000D_", "`r`n", "%0D%0A"]
        if body.starts(with: declared),
            endings.contains(where: { body.dropFirst(declared.count).equalsIgnoringCase($0) })
        {
            return
                "A line end is written as text after the boundary: send the bytes 13 and 10, not their escapes."
        }
        if body.first == UInt8(ascii: "\""), body.dropFirst().dropLast().elementsEqual(declared) {
            return
                "Write the delimiters without the quotes: in Content-Type they are notation, no part of the boundary."
        }
        return nil
    }

    private static let printedHint =
        "Take the text of the boundary, not what is printed for its object: unwrap the optional in Swift, and decode bytes "
        + "in Python (`boundary.decode()`)."
    /// The hint where the body begins with a form that another writer has written.
    static let writerHint =
        "Write all parts with one writer, which has one boundary, and close it once: two have written a form each."

    private static func twoForms(_ found: BoundaryDisagreement, _ body: ArraySlice<UInt8>, _ offset: Int)
        -> String
    {
        "the form under the declared boundary `\(PrintableText.text(found.declared, limit: 80))` begins at offset "
            + "\(offset): before it stands another one, delimited by `\(PrintableText.text(body, limit: 80))`, which "
            + "receivers drop"
    }

    private static let repeatedHint =
        "Write `boundary=` once: what is put after it is the whole parameter already, not its value."
    private static let nearHint =
        "The two differ in one place only: keep the boundary in one constant and use it for the header and the body."

    private static func message(_ found: BoundaryDisagreement, _ body: ArraySlice<UInt8>) -> String {
        "Content-Type declares the boundary `\(PrintableText.text(found.declared, limit: 80))`, but the body is "
            + "delimited by `\(PrintableText.text(body, limit: 80))`, first at offset \(found.offset)"
    }
}

extension Form {
    /// The offset at which a form under a declared boundary begins after the one that the body begins with; `nil` where
    /// there is none.
    fileprivate func secondForm(under boundary: [UInt8]) -> Int? {
        guard let close, close.end < length else { return nil }
        let rest = kept.window(at: close.end, before: 0, after: min(length - close.end, 256)).bytes
        let line = rest.drop(while: \.isLineBreak)
        guard line.starts(with: [0x2D, 0x2D] + boundary) else { return nil }
        return close.end + rest.count - line.count
    }
}
