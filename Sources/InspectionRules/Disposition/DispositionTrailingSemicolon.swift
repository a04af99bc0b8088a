import Bytes
import Forms
import Inspection

/// `disposition/trailing-semicolon`: a semicolon that no parameter follows.
struct DispositionTrailingSemicolon: Rule {
    let id = "disposition/trailing-semicolon"
    let title = "semicolon without a parameter"
    let severity = Severity.note
    let clauses = [Clause.rfc(2183, "2")]
    let rationale = """
        The grammar of Content-Disposition wants a parameter after each semicolon. Most receivers ignore it; \
        busboy loses the field, and libhtp marks a syntax error.
        """
    let hint = "Write semicolons only between parameters, none at the end."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="a"▸;"#),
            .violating(header: #"Content-Disposition: form-data▸;; name="a""#, remark: "two in a row"),
            .nearMiss(header: #"Content-Disposition: form-data; name="a;""#, remark: "within quotes"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition,
                let semicolon = disposition.value.emptyParameters.first
            else { continue }
            let isLast = semicolon + 1 >= disposition.line.value.upperBound
            found.add(Self.message(isLast), at: semicolon..<(semicolon + 1), part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ isLast: Bool) -> String {
        isLast
            ? "Content-Disposition ends in a semicolon"
            : "Content-Disposition has a semicolon without a parameter"
    }
}
