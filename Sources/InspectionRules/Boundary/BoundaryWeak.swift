import Bytes
import Exchanges
import Forms
import Inspection

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
        short or fixed one occurs in the data as soon as a file that contains such a request is uploaded. The name of a \
        missing value, such as `undefined`, was printed for a variable that had none: where no body was recorded that \
        could show the same one, it is a warning.
        """
    let hint = "Generate the boundary for each request from at least 16 random letters and digits."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .weakBoundary
    let readsForm = false

    var examples: [RuleExample] {
        [
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
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data; boundary=▸undefined⏎Content-Length: 69⏎⏎",
                remark: "a warning: a variable without a value, in a log of heads",
                fidelity: .heads
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
    }

    func findingCount(under mediaType: MediaType) -> Int? {
        mediaType.isMultipart ? mediaType.weakBoundaryCount : 0
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for (boundary, weakness) in mediaType.weakBoundaries {
            let value = context.fields[boundary.value]
            guard Self.unset.contains(where: { value.equalsIgnoringCase($0) }) else {
                report.addToHead(self, at: boundary.value) { Self.message(value, weakness) }
                continue
            }
            report.add(
                self,
                Self.message(unset: value),
                at: boundary.value,
                in: .head,
                severity: context.fidelity == .heads ? .warning : nil,
                hint: Self.unsetHint
            )
        }
    }

    /// What languages print for a variable without a value, or for an object.
    static let unset: [StaticString] = [
        "undefined", "null", "None", "nil", "NaN", "false", "[object Object]",
    ]

    /// How to fix a boundary that was printed for no value.
    static let unsetHint =
        "The variable with the boundary has no value where the header is written: set no Content-Type and let the library "
        + "write it, or take the boundary from the form that is sent."

    private static func message(unset value: ArraySlice<UInt8>) -> String {
        "the boundary `\(PrintableText.text(value, limit: 80))` is what is printed for a variable without a value, or for an "
            + "object"
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
