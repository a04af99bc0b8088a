import Bytes
import Exchanges
import Forms
import Inspection

/// `capture/line-endings-normalised`: all line ends of a message in a file are LF, so that the file lost its CRs.
struct CaptureLineEndingsNormalised: Rule {
    let id = "capture/line-endings-normalised"
    let title = "line ends changed by the file"
    let severity = Severity.note
    let clauses = [Clause.practice("editors and terminals turn CRLF into LF")]
    let rationale = """
        A request that was pasted from a terminal or saved by an editor has LF where CRLF was sent. No known client \
        writes a whole head with LF, so the file is the likely cause: findings on line ends are lowered by one \
        severity, and lengths are not judged.
        """
    let hint = "Save the request as raw bytes, or take a packet capture."

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1␊Host: a␊Content-Type: \(RuleExample.contentType)␊Content-Length: 69␊␊"
                    + "▸--AaB03x␊Content-Disposition: form-data; name=\"a\"␊␊1␊--AaB03x--␊",
                remark: "pasted into a file",
                fidelity: .text
            ),
            .nearMissRequest(
                "POST /u HTTP/1.1␊Host: a␊Content-Type: \(RuleExample.contentType)␊Content-Length: 64␊␊"
                    + "--AaB03x␊Content-Disposition: form-data; name=\"a\"␊␊1␊--AaB03x--␊",
                remark: "on the wire: the client sent it"
            ),
            .nearMissRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 64⏎⏎"
                    + "--AaB03x␊Content-Disposition: form-data; name=\"a\"␊␊1␊--AaB03x--␊",
                remark: "the head has its CRs: the body was built so",
                fidelity: .text
            ),
        ]
    }
    let concerns: FormTraits = [.irregularLine, .irregularDelimiter]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, form.partCount > 0, context.isWrittenInFile,
            context.request?.head.startLineEnding == .lf,
            context.fields.lines.allSatisfy({ $0.ending == .lf })
        else { return }
        let ends = StructuralLineEnds(form)
        guard ends.lf.count == ends.count, ends.count > 0 else { return }
        report.add(
            self,
            Self.message(context.request?.head.declaredLength, form),
            at: 0..<min(form.length, form.delimiterText.count + 1)
        )
    }

    private static func message(_ declared: Int?, _ form: Form) -> String {
        let missing = (declared ?? form.length) - form.length
        return "every line end of the head and the form is LF: the file seems to have lost its CRs"
            + (missing > 0 ? "; Content-Length counts \(missing) bytes more than are there" : "")
    }
}

extension RuleContext {
    /// Whether the message comes from a file that a person or a program may have written, not from the wire.
    fileprivate var isWrittenInFile: Bool {
        guard let request, request.head.framing != .bare || request.head.hasStartLine else {
            return false
        }
        return fidelity < .body || request.arrival.firstFrame == nil
    }
}
