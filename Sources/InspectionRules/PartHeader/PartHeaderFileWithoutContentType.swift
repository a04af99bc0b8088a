import Bytes
import Forms
import Inspection

/// `part-header/file-without-content-type`: a file without a Content-Type.
struct PartHeaderFileWithoutContentType: Rule {
    let id = "part-header/file-without-content-type"
    let title = "file without Content-Type"
    let severity = Severity.note
    let requirement = RequirementLevel.should
    let clauses = [Clause.rfc(7578, "4.4"), .whatwgEncoding]
    let rationale = """
        A part without Content-Type is text/plain. Browsers always write the file's type, or \
        application/octet-stream. Receivers that sort by the type take a picture sent so for text: a warning where \
        the content holds bytes that no text has.
        """
    let hint =
        "Write the file's media type, or `Content-Type: application/octet-stream` where it is not known."
    let evidence = Evidence.sample
    let concerns: FormTraits = .header(.filenameWithoutMediaType)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; ▸filename="x.txt""#),
            .violating(
                header: #"Content-Disposition: form-data; name="f"; ▸filename="x.png""#,
                content: "⟨89⟩PNG␍␊⟨1A⟩␊⟨00⟩",
                remark: "binary content: a warning"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="""#,
                content: "",
                remark: "no file was chosen, so that nothing is there to have a type"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a""#,
                remark: "a text field needs none"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts where part.mediaType == nil && part.hasWholeHeader {
            guard let disposition = part.disposition,
                let filename = disposition.filename ?? disposition.filenameStar,
                !filename.value.isEmpty || !part.content.isEmpty
            else { continue }
            let isBinary = part.facts.sample.contains {
                $0.isControl && $0 != 0x09 && $0 != 0x0C && $0 != 0x1B && !$0.isLineBreak
            }
            found.add(
                Self.message(part.shown(filename.value), isBinary),
                at: filename.range,
                part: part.number,
                severity: isBinary ? .warning : nil
            )
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ filename: String, _ isBinary: Bool) -> String {
        (filename.isEmpty ? "a file without a name" : "the file `\(filename)`")
            + " has no Content-Type and so counts as text/plain"
            + (isBinary ? ", but its content is binary" : "")
    }
}
