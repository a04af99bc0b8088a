import Bytes
import Exchanges
import Forms
import Inspection

/// `limits/body-size`: a body, a file, or fields that are larger than a receiver accepts.
///
/// The declared length of a body counts, even where the server refused it before all of it was sent.
struct LimitsBodySize: AimableRule {
    let id = "limits/body-size"
    let title = "upload larger than a receiver takes"
    let clauses = [Clause.practice("limits of receivers, each unless set otherwise")]
    let rationale = """
        nginx answers 413 to more than 1 MiB, PHP drops a file of more than 2 MiB and shows an empty form where the \
        body has more than 8 MiB, ASP.NET Core takes 30,000,000 bytes. Text fields have lower limits: ModSecurity \
        131,072 bytes together, Werkzeug 500,000, busboy 1 MiB each.
        """
    let hint = "Raise the limit of every server and proxy on the way, or send less at once."
    let evidence = Evidence.head
    let concerns: FormTraits = [.large, .unclosed]
    var watch = LimitWatch()

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data; boundary=AaB03x⏎"
                    + "Content-Length: ▸9000000⏎⏎--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1",
                remark: "9 MB are announced"
            ),
            .nearMissRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data; boundary=AaB03x⏎"
                    + "Content-Length: 900000⏎⏎--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1",
                remark: "900 kB"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        // What is declared counts only where the form did not end before it.
        guard let form = context.form,
            form.ending != .closed || form.length > FormTraits.Limits.known.length
        else { return }
        judgeBody(context, &report)
        var fieldsSize = 0
        var largestFile: BodyPart?
        var largestField: BodyPart?
        for part in form.parts {
            if part.isFile {
                if part.content.count > largestFile?.content.count ?? 0 { largestFile = part }
            } else {
                fieldsSize &+= part.content.count
                if part.content.count > largestField?.content.count ?? 0 { largestField = part }
            }
        }
        if let part = largestFile { add(.fileSize, part.content.count, "the file", part, &report) }
        if let part = largestField {
            add(.fieldSize, part.content.count, "the field", part, &report)
            add(.fieldsSize, fieldsSize, "the contents of all text fields", part, &report)
        }
    }

    private func judgeBody(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        let declared = context.request?.head.declaredLength ?? 0
        let length = max(declared, context.form?.length ?? 0)
        let limits = watch.passed(.bodySize, by: length)
        guard let lowest = limits.first else { return }
        let message = "the body has \(length.grouped) bytes: \(LimitWatch.words(limits))"
        if let line = context.fields.first(named: "content-length") {
            report.add(self, message, at: line.value, in: .head)
        } else {
            report.add(self, message, at: lowest.value..<lowest.value)
        }
    }

    private func add(
        _ kind: ReceiverLimit.Kind,
        _ size: Int,
        _ what: String,
        _ part: BodyPart,
        _ report: inout RuleReport
    ) {
        let limits = watch.passed(kind, by: size)
        guard !limits.isEmpty else { return }
        let verb = kind == .fieldsSize ? "have" : "has"
        report.add(
            self,
            "\(what) \(verb) \(size.grouped) bytes: \(LimitWatch.words(limits))",
            at: part.content.lowerBound..<part.content.lowerBound,
            part: part.number
        )
    }
}
