import Bytes
import Forms
import Inspection

/// `limits/boundary-length-receiver`: a boundary that is longer than a receiver accepts.
struct LimitsBoundaryLengthReceiver: AimableRule {
    let id = "limits/boundary-length-receiver"
    let title = "boundary longer than a receiver takes"
    let clauses = [Clause.practice("limits of receivers, each unless set otherwise")]
    let rationale = """
        More than 70 characters are an error in any case, and many receivers do not check. Some do: ASP.NET Core \
        accepts 128, Django 201, python-multipart 256, and report only that the boundary is invalid.
        """
    let hint = "Generate a boundary of at most 70 characters."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType
    var watch = LimitWatch()

    var examples: [RuleExample] {
        let long = String(repeating: "x", count: 300)
        let short = String(repeating: "x", count: 100)
        return [
            .violating(
                "--\(long)⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--\(long)--⏎",
                contentType: "multipart/form-data; boundary=▸\(long)",
                remark: "300 characters"
            ),
            .nearMiss(
                "--\(short)⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--\(short)--⏎",
                contentType: "multipart/form-data; boundary=\(short)",
                remark: "100 characters: too long for RFC 2046, but known receivers take them"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        let boundary = mediaType.boundaries.max { $0.value.count < $1.value.count }
        if let boundary {
            let limits = watch.passed(.boundaryLength, by: boundary.value.count)
            let count = boundary.value.count.grouped
            if !limits.isEmpty {
                report.add(
                    self,
                    "the boundary is \(count) bytes long: \(LimitWatch.words(limits))",
                    at: boundary.value,
                    in: .head
                )
            }
        }
        let value = mediaType.line.value
        let limits = watch.passed(.contentTypeLength, by: value.count)
        guard !limits.isEmpty else { return }
        report.add(
            self,
            "the value of Content-Type is \(value.count.grouped) bytes long: \(LimitWatch.words(limits))",
            at: value,
            in: .head
        )
    }
}
