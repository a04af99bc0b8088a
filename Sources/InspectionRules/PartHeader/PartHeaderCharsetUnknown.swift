import Bytes
import Forms
import Inspection

/// `part-header/charset-unknown`: an unknown charset on a part's Content-Type.
struct PartHeaderCharsetUnknown: Rule {
    let id = "part-header/charset-unknown"
    let title = "unknown charset on a part"
    let severity = Severity.warning
    let clauses = [Clause.rfc(7578, "4.5")]
    let rationale = """
        A receiver that decodes text by the part's charset cannot use a label that it does not know: busboy \
        delivers no value, and Python's multipart fails with a LookupError.
        """
    let hint = "Write `charset=utf-8` and send UTF-8, or leave the parameter out."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.otherMediaTypeForm)

    var examples: [RuleExample] {
        [
            .violating(
                header: #"Content-Disposition: form-data; name="a"⏎Content-Type: text/plain; charset=▸nope"#
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a"⏎Content-Type: text/plain; charset=Utf-8"#
            ),
            .nearMiss(
                header:
                    #"Content-Disposition: form-data; name="a"⏎Content-Type: text/plain; charset="ISO-8859-15""#
            ),
            .nearMiss(
                header:
                    #"Content-Disposition: form-data; name="a"⏎Content-Type: text/plain; charset=JIS_X0201"#,
                remark: "rare, but in the registry"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            guard let type = part.mediaType, type.line.ending != .none,
                let charset = type.value.first(named: "charset", in: part.header), charset.quoting != .absent
            else { continue }
            let label = part.header[charset.value]
            guard !label.equalsIgnoringCase("utf-8"),
                !CharsetLabel.isKnown(String(decoding: label, as: UTF8.self))
            else { continue }
            found.add(Self.message(part.shown(charset.value)), at: charset.value, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ label: String) -> String {
        "no charset is known by the name `\(label)`"
    }
}
