import Bytes
import Exchanges
import Inspection

/// `framing/chunk-size-invalid`: a chunk does not begin with its size in hexadecimal digits.
struct FramingChunkSizeInvalid: Rule {
    let id = "framing/chunk-size-invalid"
    let title = "chunk size is not hexadecimal"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "7.1")]
    let rationale = """
        Each chunk begins with a line that gives its size in hexadecimal digits. Where something else stands there, \
        no receiver can tell where the body ends: Go gives up reading, Node answers 400. A body that was never cut into \
        chunks, under a Transfer-Encoding set by hand, looks like this from its first byte on.
        """
    let hint = """
        Leave Transfer-Encoding to the HTTP library, or write each chunk as its size in hexadecimal digits, CRLF, the \
        bytes, CRLF.
        """
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "▸" + RuleExample.oneField),
                remark: "the body was never cut into chunks"
            ),
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "▸zz⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "letters that are not digits"
            ),
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45▸␠⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "a blank after the digits"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "0045⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "leading zeros"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let faults = FaultyFraming(context, .chunkSizeInvalid), let request = context.request else {
            guard let faults = FaultyFraming(context, .chunkSizeBlank) else { return }
            report.add(
                self,
                Self.blank(faults.count),
                at: faults.first.range,
                in: .wire,
                hint: Self.blankHint
            )
            return
        }
        let line = FaultyFraming.bytes(atStream: faults.first.range.lowerBound, in: context)
        let isFirst = faults.first.range.lowerBound == request.head.contentStart
        report.add(self, Self.message(line, isFirst: isFirst), at: faults.first.range, in: .wire)
    }

    private static func blank(_ count: Int) -> String {
        count == 1
            ? "a blank stands between the size of a chunk and its line end"
            : "blanks stand between the sizes of at least \(count) chunks and their line ends"
    }

    private static let blankHint = "Write CR LF directly after the hexadecimal digits, without padding."

    private static func message(_ line: ArraySlice<UInt8>, isFirst: Bool) -> String {
        let found = line.isEmpty ? "something else stands" : "`\(PrintableText.text(line))` stands"
        return isFirst
            ? "Transfer-Encoding says chunked, but \(found) where the size of the first chunk should be"
            : "\(found) where the size of a chunk should be"
    }
}
