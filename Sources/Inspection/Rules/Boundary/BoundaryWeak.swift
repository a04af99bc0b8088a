import Bytes
import Forms

/// `boundary/weak`: a boundary without a random component.
///
/// One request cannot show that its boundary is constant, so texts that documents and code generators spread are
/// known by name.
struct BoundaryWeak: Rule {
    let id = "boundary/weak"
    let title = "boundary that is not random"
    let severity = Severity.note
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The sender must see to it that the boundary does not occur in the data. With a random one that is certain \
        enough; a short or fixed one collides as soon as somebody uploads a file that speaks of such requests.
        """
    let hint = "Generate the boundary for each request from at least 16 random letters and digits."
    let evidence = Evidence.head

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

    func judge(_ subject: borrowing Subject, _ report: inout RuleReport) {
        guard subject.isMultipart, let mediaType = subject.mediaType else { return }
        for boundary in mediaType.boundaries.prefix(16) where !boundary.value.isEmpty {
            let value = subject.fields[boundary.value]
            var core = value.drop { $0 == 0x2D }
            while core.last == 0x2D { core.removeLast() }
            guard let reason = Self.reason(core) else { continue }
            report.addToHead(self, at: boundary.value) { Self.message(value, reason) }
        }
    }

    private static func reason(_ core: ArraySlice<UInt8>) -> String? {
        guard let first = core.first else { return "nothing but dashes" }
        if core.count <= 8 { return "too short to be unique" }
        if core.allSatisfy({ $0 == first }) { return "one character over and over" }
        let alike = constants[core.count] ?? []
        return alike.contains { core.equalsIgnoringCase($0) } ? "a text that many programs send" : nil
    }

    private static func message(_ value: ArraySlice<UInt8>, _ reason: String) -> String {
        "the boundary `\(PrintableText.text(value, limit: 80))` is \(reason)"
    }

    /// Boundaries, without dashes around them, that specifications, tutorials and code generators have spread; by
    /// their lengths.
    private static let constants = Dictionary(grouping: texts, by: \.utf8CodeUnitCount)

    private static let texts: [StaticString] = [
        "webkitformboundary7ma4ywxktrzu0gw", "formboundary7ma4ywxktrzu0gw", "this_is_the_boundary_$",
        "011000010111000001101001",
        "0xkhtmlboundary",
        "gc0p4jq0m2yt08ju534c0p", "gc0pjq0m:08ju534c0p", "simple boundary", "unique-boundary-1",
        "webkitformboundary", "multipartboundary", "formdataboundary", "formboundary", "customboundary",
        "uniqueboundary", "boundarystring", "yourboundary", "myboundary", "my_boundary", "my-boundary",
        "theboundary", "separator", "delimiter", "0123456789", "1234567890", "123456789",
    ]
}
