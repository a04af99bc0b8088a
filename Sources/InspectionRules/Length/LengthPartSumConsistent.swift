import Forms
import Inspection

/// `length/part-sum-consistent`: a length that is right, over a form that is not.
struct LengthPartSumConsistent: Rule {
    let id = "length/part-sum-consistent"
    let title = "right Content-Length over a wrong form"
    let severity = Severity.note
    let clauses = [Clause.rfc(9110, "8.6")]
    let rationale = """
        Content-Length is the number of bytes sent, so the length is not the cause of what is wrong with the \
        delimiters, even where the end of the form is missing: the client wrote, and counted, a form without its \
        end.
        """
    let hint = "Look at the findings about delimiters; the length is right."
    let isGuard = true

    var examples: [RuleExample] {
        [
            .nearMissRequest(
                RuleExample.upload(
                    "Content-Length: 57⏎",
                    "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎"
                ),
                remark: "no close delimiter"
            ),
            .nearMissRequest(
                RuleExample.upload(
                    "Content-Length: 67⏎",
                    "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1--AaB03x--⏎"
                ),
                remark: "a close delimiter glued to the value"
            ),
        ]
    }

    /// Never reports anything: the length is right.
    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {}
}
