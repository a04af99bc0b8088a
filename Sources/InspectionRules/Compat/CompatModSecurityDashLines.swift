import Bytes
import Forms
import Inspection

/// `compat/modsecurity-dash-lines`: lines of data that begin with two dashes.
///
/// Only the first bytes of each part's content are looked at, as many as ``FormLimits/contentSample``.
struct CompatModSecurityDashLines: Rule {
    let id = "compat/modsecurity-dash-lines"
    let title = "line of data that begins with two dashes"
    let severity = Severity.note
    let clauses = [Clause.practice("ModSecurity's MULTIPART_UNMATCHED_BOUNDARY")]
    let rationale = """
        PEM keys, diffs and Markdown have such lines, and every receiver reads them as data. ModSecurity sets \
        MULTIPART_UNMATCHED_BOUNDARY to 1 on each; where its version does not set it to 2 at the next delimiter, the \
        recommended rule 200004 (200003 in old files) blocks the request.
        """
    let hint = "The form is correct; where a firewall blocks it, check its rule 200004."
    let evidence = Evidence.sample
    let concerns: FormTraits = .dashOrCLine

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎▸-----BEGIN X-----⏎--AaB03x--⏎",
                remark: "a line of a PEM file"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎- item⏎-x⏎--AaB03x--⏎",
                remark: "one dash"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎a --b⏎--AaB03x--⏎",
                remark: "two dashes, but not at the beginning of the line"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var found = Recurrence(limit: 1)
        for part in form.parts {
            let sample = part.facts.sample
            guard let start = Self.dashedLine(in: sample) else { continue }
            let line = sample[start...].prefix { !$0.isLineBreak }
            let offset = part.content.lowerBound + start
            found.add(
                Self.message(line),
                at: offset..<(offset + line.count),
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    /// The index of the first line that begins with two dashes and goes on.
    private static func dashedLine(in sample: [UInt8]) -> Int? {
        var start = 0
        while start + 3 < sample.count {
            if sample[start] == 0x2D, sample[start + 1] == 0x2D, !sample[start + 2].isLineBreak {
                return start
            }
            guard let lineFeed = sample.span.bytes.firstLineFeed(from: start) else { return nil }
            start = lineFeed + 1
        }
        return nil
    }

    private static func message(_ line: ArraySlice<UInt8>) -> String {
        "the line `\(PrintableText.text(line, limit: 60))` begins with two dashes, "
            + "which ModSecurity takes for a boundary that does not match"
    }
}
