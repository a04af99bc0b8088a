import Bytes
import Forms

/// `boundary/weak`: a boundary without a random component.
///
/// One request cannot show that its boundary is constant, so texts that are common in documentation and code
/// generators are listed.
struct BoundaryWeak: Rule {
    let id = "boundary/weak"
    let title = "boundary that is not random"
    let severity = Severity.note
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The sender must make sure that the boundary does not occur in the data. A random boundary is sufficient; a \
        short or fixed one occurs in the data as soon as a file that contains such a request is uploaded.
        """
    let hint = "Generate the boundary for each request from at least 16 random letters and digits."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .weakBoundary
    let readsForm = false

    let examples: [RuleExample] = [
        .violating(
            RuleExample.oneField(),
            contentType: "multipart/form-data; boundary=▸AaB03x",
            remark: "the example of old documents"
        ),
        .violating(
            RuleExample.oneField("---"),
            contentType: "multipart/form-data; boundary=▸---",
            remark: "nothing but dashes"
        ),
        .violating(
            RuleExample.oneField("----WebKitFormBoundary7MA4YWxkTrZu0gW"),
            contentType: "multipart/form-data; boundary=▸----WebKitFormBoundary7MA4YWxkTrZu0gW",
            remark: "copied from generated code, the same in every request"
        ),
        .nearMiss(
            RuleExample.oneField("----WebKitFormBoundaryTkr3kCBQlBe1nrhc"),
            contentType: "multipart/form-data; boundary=----WebKitFormBoundaryTkr3kCBQlBe1nrhc",
            remark: "a browser's, 16 random characters"
        ),
        .nearMiss(
            RuleExample.oneField("------------------------756b6d74fa1a8ee2"),
            contentType: "multipart/form-data; boundary=------------------------756b6d74fa1a8ee2",
            remark: "curl's, 16 random digits after its dashes"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for (boundary, weakness) in mediaType.weakBoundaries {
            let value = context.fields[boundary.value]
            report.addToHead(self, at: boundary.value) { Self.message(value, weakness) }
        }
    }

    private static func message(_ value: ArraySlice<UInt8>, _ weakness: BoundaryWeakness) -> String {
        let reason =
            switch weakness {
            case .onlyDashes: "nothing but dashes"
            case .short: "too short to be unique"
            case .monotone:
                (value.contains(UInt8(ascii: "-")) ? "dashes and " : "") + "one character over and over"
            case .known: "a text that many programs send"
            }
        return "the boundary `\(PrintableText.text(value, limit: 80))` is \(reason)"
    }
}
