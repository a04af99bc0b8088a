import Bytes
import Exchanges
import Forms
import Inspection

/// `boundary/ends-in-cr`: the boundary was made with a CR at its end, which Content-Type and the delimiters hold.
struct BoundaryEndsInCR: Rule {
    let id = "boundary/ends-in-cr"
    let title = "CR at the end of the boundary"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1"), .rfc(9110, "5.5")]
    let rationale = """
        No boundary may hold a CR. A recipient that does not refuse the field drops the CR from it, and then finds a CR \
        between each delimiter and its line end, and between the boundary and the two dashes that close the form.
        """
    let hint = """
        Remove the line end from the boundary where it is made: a file with the line ends of Windows, or the output of a \
        command, leaves a CR at the end of each line that is read from it.
        """
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularField

    private static let head = "POST /u HTTP/1.1⏎Host: a⏎Content-Length: 71⏎Content-Type: "

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "\(Self.head)multipart/form-data; boundary=AaB03x▸␍⏎⏎" + RuleExample.oneField("AaB03x␍"),
                remark: "in the head and in the body"
            ),
            .nearMissRequest(
                "\(Self.head)multipart/form-data; boundary=AaB03x␍⏎⏎" + RuleExample.oneField() + "␠␠",
                remark: "in the head alone: another rule reports it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let type = context.mediaType?.line, type.ending == .crcrlf,
            let first = context.form?.parts.first?.delimiter, first.ending == .crcrlf,
            // Where each line of the head ends so, the line ends are the fault.
            context.fields.lines.contains(where: { $0.ending == .crlf })
        else { return }
        report.add(
            self,
            Self.message,
            at: type.value.upperBound..<(type.value.upperBound + 1),
            in: .head
        )
    }

    private static let message =
        "the boundary ends in a CR, in Content-Type and in the delimiters of the body"
}
