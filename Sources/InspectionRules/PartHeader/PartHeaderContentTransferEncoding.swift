import Bytes
import Forms
import Inspection

/// `part-header/content-transfer-encoding`: a part with a Content-Transfer-Encoding that changes nothing.
struct PartHeaderContentTransferEncoding: Rule {
    let id = "part-header/content-transfer-encoding"
    let title = "Content-Transfer-Encoding in a part"
    let severity = Severity.warning
    let clauses = [Clause.rfc(7578, "4.7")]
    let rationale = """
        RFC 7578 tells senders not to write it: HTTP carries every byte. With `binary`, `8bit` or `7bit` it \
        has no effect (a note), yet some back ends take a field that has it for a file. With another \
        mechanism that the content shows no trace of, a receiver that decodes may spoil the value.
        """
    let hint = "Leave Content-Transfer-Encoding out and send the bytes as they are."
    let evidence = Evidence.sample
    let concerns: FormTraits = .header(.transferEncoding)

    var examples: [RuleExample] {
        [
            .violating(
                header: #"Content-Disposition: form-data; name="a"⏎▸Content-Transfer-Encoding: binary"#,
                remark: "idle: a note"
            ),
            .violating(
                header: #"Content-Disposition: form-data; name="a"⏎▸Content-Transfer-Encoding: base64"#,
                content: "a, b!",
                remark: "named, not applied"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a"⏎Content-Transfer-Encoding: base64"#,
                content: "MQ==",
                remark: "an encoding in earnest is another matter"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var idle = Recurrence(limit: 1)
        var misleading = Recurrence()
        for part in context.formDataParts {
            for line in part.header.lines {
                guard let encoding = TransferEncoding(line, in: part.header), encoding != .unknown,
                    !encoding.isApplied(to: part.facts.sample)
                else { continue }
                let range = line.name.lowerBound..<line.value.upperBound
                let value = part.shown(line.value)
                if encoding == .identity {
                    idle.add(Self.idle(value), at: range, part: part.number, severity: .note)
                } else {
                    misleading.add(Self.misleading(value), at: range, part: part.number)
                }
            }
        }
        idle.report(as: self, to: &report)
        misleading.report(as: self, to: &report)
    }

    private static func idle(_ value: String) -> String {
        "the part has the transfer encoding `\(value)`, which says nothing over HTTP"
    }

    private static func misleading(_ value: String) -> String {
        "the part names the transfer encoding `\(value)`, and its content shows no trace of it"
    }
}
