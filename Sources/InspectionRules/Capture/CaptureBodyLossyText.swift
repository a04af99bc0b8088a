import Bytes
import Exchanges
import Forms
import Inspection

/// `capture/body-lossy-text`: the recorder kept the body as text, not as bytes.
struct CaptureBodyLossyText: Rule {
    let id = "capture/body-lossy-text"
    let title = "body recorded as text"
    let severity = Severity.note
    let clauses = [
        Clause.practice("text that a recorder wrote is not the bytes that were sent"), Self.archive,
    ]

    /// What is cited for a HAR.
    private static let archive = Clause(
        name: "HAR 1.2, postData",
        link: "https://github.com/ahmadnassri/har-spec/blob/master/versions/1.2.md#postdata"
    )
    let rationale = """
        A HAR cannot hold the bytes of a request's body, and other formats keep it as text too: bytes that are not \
        valid UTF-8 become U+FFFD, XML turns CRLF into LF, and the length is that of the text. Such a body shows \
        names and structure, but not the bytes that were sent.
        """
    let hint =
        "Lengths, line ends, charsets and file contents need a packet capture or a format that keeps bytes."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .recorded

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: 74⏎", RuleExample.field("▸⟨EF⟩⟨BF⟩⟨BD⟩PNG")),
                remark: "a character that stands for what could not be decoded",
                fidelity: .text
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎", "▸" + RuleExample.oneField),
                remark: "nothing is lost as far as can be seen",
                fidelity: .text
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 74⏎", RuleExample.field("⟨EF⟩⟨BF⟩⟨BD⟩PNG")),
                remark: "the same character on the wire: the client sent it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.fidelity == .text, let form = context.form else { return }
        let clause = context.notedContentType == nil ? nil : Self.archive
        if context.isMasked {
            report.add(self, Self.masked, at: 0..<form.length, clause: clause)
        } else if let offset = Self.firstReplacement(in: form) {
            report.add(self, Self.replaced, at: offset..<(offset + 3), clause: clause)
        } else {
            report.add(
                self,
                Self.message(form.length, context.request?.head.declaredLength),
                at: 0..<form.length,
                clause: clause
            )
        }
    }

    /// The offset of the first U+FFFD among the first bytes of the parts.
    private static func firstReplacement(in form: Form) -> Int? {
        for part in form.parts {
            let sample = part.facts.sample
            let place = sample.indices.dropLast(2).first {
                sample[$0] == 0xEF && sample[$0 + 1] == 0xBF && sample[$0 + 2] == 0xBD
            }
            if let place { return part.content.lowerBound + place }
        }
        return nil
    }

    private static let notJudged = "lengths, line ends, charsets and file contents are not judged"
    private static let replaced =
        "the capture holds the body as text in which U+FFFD stands for lost bytes: \(notJudged)"

    private static let masked =
        "the capture holds the body as text in which `.` stands for each byte that is not printable: \(notJudged)"

    private static func message(_ length: Int, _ declared: Int?) -> String {
        guard let declared, declared != length else {
            return "the capture holds the body as text, not as bytes: \(notJudged)"
        }
        return "the capture holds the body as text of \(length) bytes, \(declared) were sent: \(notJudged)"
    }
}
