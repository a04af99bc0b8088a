import Bytes
import Forms

/// `part/header-in-content`: the header line of a part stands in the content of another one.
///
/// Only the first ``FormLimits/contentSample`` bytes of each part are searched. Where a line of dashes
/// precedes the header line, `boundary/lookalike-delimiter` reports it.
struct PartHeaderInContent: Rule {
    let id = "part/header-in-content"
    let title = "header of a part in the content of another"
    let severity = Severity.warning
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A part begins with a delimiter. Without one its header lines and its content are the end of the part before it: \
        android-async-http wrote several files so, and servers stored one file with all the others in it.
        """
    let hint = "Write a delimiter before the header lines of each part, also between two files of one field."
    let evidence = Evidence.sample
    let concerns: FormTraits = .dashOrCLine

    let examples: [RuleExample] = [
        .violating(
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"1\"⏎⏎one⏎"
                + "▸Content-Disposition: form-data; name=\"f\"; filename=\"2\"⏎⏎two⏎--AaB03x--⏎"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"1.eml\"⏎⏎Subject: x⏎"
                + "Content-Disposition: attachment; filename=\"2\"⏎⏎two⏎--AaB03x--⏎",
            remark: "a message of mail"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"⏎⏎one⏎--other⏎"
                + "Content-Disposition: form-data; name=\"g\"⏎⏎two⏎--AaB03x--⏎",
            remark: "there is a delimiter, of another boundary"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"⏎⏎the line Content-Disposition: form-data⏎--AaB03x--⏎",
            remark: "a text that speaks of it"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var count = 0
        for part in context.formDataParts {
            guard let offset = Self.headerLine(in: part.facts.sample) else { continue }
            let start = part.content.lowerBound + offset
            report.add(self, Self.message, at: start..<(start + Self.opening.count), part: part.number)
            count += 1
            if count == 16 { return }
        }
    }

    /// The offset of the first line that begins a part's header with no delimiter before it.
    private static func headerLine(in sample: [UInt8]) -> Int? {
        var lineStart = 0
        var isAfterDashes = false
        while let feed = sample[lineStart...].firstIndex(of: 0x0A) {
            isAfterDashes = sample[lineStart...].starts(with: [0x2D, 0x2D])
            lineStart = feed + 1
            if !isAfterDashes,
                sample[lineStart...].startsIgnoringCase(with: "content-disposition: form-data;")
            {
                return lineStart
            }
        }
        return nil
    }

    private static let opening = Array("content-disposition: form-data;".utf8)
    private static let message =
        "the header line of a part stands in the content, with no delimiter before it"
}
