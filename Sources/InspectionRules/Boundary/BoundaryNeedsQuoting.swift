import Bytes
import Forms
import Inspection

/// `boundary/needs-quoting`: a bare boundary with a character that a token may not hold.
struct BoundaryNeedsQuoting: Rule {
    let id = "boundary/needs-quoting"
    let title = "bare boundary that needs quotes"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1"), Clause.rfc(9110, "5.6.6")]
    let rationale = """
        `(`, `)`, `,`, `/`, `:`, `=`, `?` and spaces may occur in a boundary, but not in a value without quotes. Go \
        answers "invalid media parameter", busboy refuses the form, Werkzeug delivers an empty one, and defnull's \
        multipart ends the value at the character; PHP and python-multipart read the whole value, so the upload \
        works with one server and fails with the next.
        """
    let hint = "Write the value in double quotes, or better, generate a boundary of letters and digits."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField("gc0:jU"),
                contentType: "multipart/form-data; boundary=gc0▸:jU",
                remark: "the example of RFC 2046 itself"
            ),
            .violating(
                RuleExample.oneField("a/b=c?"),
                contentType: "multipart/form-data; boundary=a▸/b=c?",
                remark: "base64 and its like"
            ),
            .violating(
                RuleExample.oneField("a b"),
                contentType: "multipart/form-data; boundary=a▸ b",
                remark: "an inner space"
            ),
            .nearMiss(
                RuleExample.oneField("gc0:jU"),
                contentType: "multipart/form-data; boundary=\"gc0:jU\"",
                remark: "quoted"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=gc0▸:jU",
                remark: "quotes alone do not help: the body has another boundary"
            ),
            .nearMiss(
                RuleExample.oneField("a'b+c_d.e-f"),
                contentType: "multipart/form-data; boundary=a'b+c_d.e-f",
                remark: "punctuation that a token may hold"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=Optional(\"AaB03x\")",
                remark: "an optional of Swift that was printed: boundary/mismatch reports it"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=boundary=AaB03x",
                remark: "the parameter's name twice: boundary/mismatch reports it"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=AaB03x, multipart/form-data; boundary=AaB03x",
                remark: "a comma in the place of a semicolon"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        let disagreement = BoundaryDisagreement(context)
        guard !(disagreement?.isPrinted ?? false), !(disagreement?.repeatsName ?? false) else { return }
        for boundary in mediaType.boundaries.prefix(16) where boundary.quoting == .bare {
            guard StraySeparator(in: boundary, context.fields) == nil else { continue }
            let value = context.fields[boundary.value]
            guard let place = value.firstIndex(where: Self.endsToken) else { continue }
            let offset = boundary.value.lowerBound + place - value.startIndex
            report.add(
                self,
                Self.message(value, place),
                at: offset..<(offset + 1),
                in: .head,
                hint: disagreement.map { $0.isOfOtherTexts ? Self.otherBoundaryHint : Self.restHint }
            )
        }
    }

    /// The hint where the body has a boundary that is no beginning of the declared one, so that quotes alone do not help.
    static let otherBoundaryHint = "Generate a boundary of letters and digits, for the header and the body."

    private static let restHint =
        "Remove what follows the boundary of the body in the value, or write `;` before it: in quotes it would be part of "
        + "the boundary."

    private static func endsToken(_ byte: UInt8) -> Bool {
        byte == 0x20 || (byte.isBoundaryCharacter && !byte.isTokenCharacter)
    }

    private static func message(_ value: ArraySlice<UInt8>, _ place: Int) -> String {
        let whole = PrintableText.text(value, limit: 80)
        let character = PrintableText.text(value[place...place])
        let cut =
            place == value.startIndex ? "nothing" : "`\(PrintableText.text(value[..<place], limit: 80))`"
        return
            "the boundary `\(whole)` holds `\(character)` without quotes; a reader that stops there reads \(cut)"
    }
}
