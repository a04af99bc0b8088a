import Bytes
import Exchanges

/// `framing/te-not-final-chunked`: the last transfer coding of a request is not chunked.
struct FramingTENotFinalChunked: Rule {
    let id = "framing/te-not-final-chunked"
    let title = "chunked is not the last transfer coding"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.1"), .rfc(9112, "6.3")]
    let rationale = """
        Only chunks tell where the body of such a request ends, so chunked must be applied last; a server has to answer \
        400 otherwise. Go answers 501, Node 400; who does not, may be led to smuggle requests.
        """
    let hint =
        "Make chunked the last coding, or send the body without Transfer-Encoding and with Content-Length."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    let examples: [RuleExample] = [
        .violatingRequest(
            RuleExample.upload("Transfer-Encoding: chunked, ▸gzip⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
            remark: "chunked is not last"
        ),
        .violatingRequest(
            RuleExample.upload("Transfer-Encoding: ▸gzip⏎Content-Length: 69⏎"),
            remark: "no chunked at all"
        ),
        .nearMissRequest(
            RuleExample.upload("Transfer-Encoding: gzip, Chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
            remark: "chunked is last, in any letter case"
        ),
        .nearMissRequest(
            RuleExample.upload("Transfer-Encoding: identity⏎Content-Length: 69⏎"),
            remark: "identity is no coding: another rule speaks of it"
        ),
    ]

    func judge(_ subject: borrowing Subject, _ report: inout RuleReport) {
        guard subject.request?.framing != .h2Data,
            subject.fields.first(named: "transfer-encoding") != nil,
            let last = Self.lastCoding(subject.fields)
        else { return }
        let name = subject.fields[last]
        guard !name.equalsIgnoringCase("chunked"), !name.equalsIgnoringCase("identity") else { return }
        report.add(self, Self.message(PrintableText.text(name, limit: 40)), at: last, in: .head)
    }

    /// The place of the last coding's name, without what may stand around it to disguise it.
    private static func lastCoding(_ fields: FieldSection) -> Range<Int>? {
        var last: Range<Int>?
        for line in fields.lines(named: "transfer-encoding") {
            var start = line.value.lowerBound
            for piece in fields[line.value].split(
                separator: UInt8(ascii: ","),
                omittingEmptySubsequences: false
            ) {
                let end = start + piece.count
                var name = piece.prefix { $0 != UInt8(ascii: ";") }
                var lower = start
                while let first = name.first, first <= 0x20 || first == UInt8(ascii: "\"") {
                    name.removeFirst()
                    lower += 1
                }
                while let final = name.last, final <= 0x20 || final == UInt8(ascii: "\"") {
                    name.removeLast()
                }
                if !name.isEmpty { last = lower..<(lower + name.count) }
                start = end + 1
            }
        }
        return last
    }

    private static func message(_ name: String) -> String {
        "the last transfer coding is `\(name)`, so nothing tells where the body ends"
    }
}
