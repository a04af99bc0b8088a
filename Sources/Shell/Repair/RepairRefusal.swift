import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline

/// Why the intended form cannot be determined from a request.
struct RepairRefusal {
    /// One sentence, without its beginning.
    let reason: String

    /// The obstacle to a repair; `nil` for none.
    init?(_ inspected: InspectedExchange) {
        guard let form = inspected.form, let request = inspected.exchange.request else {
            let isCut = (inspected.exchange.request?.content.missingBytes ?? 0) > 0
            reason = isCut ? "the capture lacks bytes of its body" : "it carries no form"
            return
        }
        guard request.head.fields.first(named: "content-encoding") == nil || form.ending == .closed else {
            reason = "its body is compressed"
            return
        }
        if let found = inspected.findings.first(where: { Self.reasons[$0.finding.rule] != nil })?.finding,
            let text = Self.reasons[found.rule]
        {
            let place = found.part.map { "part \($0)" } ?? "it"
            reason =
                "\(text.replacing("PART", with: place)) (\(found.rule) at offset \(found.range.lowerBound))"
        } else if !form.gaps.isEmpty || request.content.missingBytes > 0 {
            reason = "the capture lacks bytes of its body"
        } else if form.ending != .closed, !Self.lacksOnlyClose(inspected),
            request.content.completion != .complete || request.content.excessLength > 0
        {
            reason = "its body breaks off before the form ends"
        } else if form.ending == .inHeader || form.parts.isEmpty {
            reason = "its body holds no whole part"
        } else if form.partCount > form.parts.count {
            reason = "it has \(form.partCount) parts, of which \(form.parts.count) are kept"
        } else {
            return nil
        }
    }

    /// Whether Content-Length cuts off only the close delimiter, which was sent, and thus no byte of a part.
    private static func lacksOnlyClose(_ inspected: InspectedExchange) -> Bool {
        inspected.findings.contains { $0.finding.rule == "length/short-by-close-delimiter" }
    }

    /// The rules whose findings make the intended form a guess.
    private static let reasons = [
        "capture/stream-gap": "the capture lacks bytes of its body",
        "body/truncated": "its body breaks off before the form ends",
        "body/empty": "its body is empty",
        "body/encoded-but-undeclared": "its body is compressed",
        "body/format-is-other": "its body is no form",
        "body/chunk-framing-leaked": "the framing of chunks stands in its contents",
        "body/headers-leaked": "fields of the head stand in its body",
        "boundary/occurs-in-content":
            "the boundary stands in the content of PART, so that nobody knows where that ends",
        "boundary/nested-same":
            "a form within the form has the same boundary, so that nobody knows where it ends",
        "delimiter/none-found": "its body holds no delimiter",
        "delimiter/zero-parts": "its form has no parts",
        "delimiter/inside-headers": "a delimiter stands among the header lines of PART",
        "delimiter/part-after-close":
            "parts follow after the close delimiter, and nobody knows whether they belong to it",
        "disposition/missing-name": "PART has no name",
        "part-header/missing-content-disposition": "PART has no name",
        "part-header/none": "PART has no header",
        "disposition/duplicate-name-param": "PART has two names",
        "disposition/duplicate-filename-param": "PART has two filenames",
        "line/utf16-body": "its body is written in UTF-16",
        "framing/chunk-size-invalid": "its chunks cannot be told apart",
    ]
}
