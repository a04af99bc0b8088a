import Bytes
import Exchanges
import Forms
import Inspection

/// `capture/boundary-only-in-one-place`: the type that the recorder noted beside the fields differs in its boundary.
struct CaptureBoundaryOnlyInOnePlace: Rule {
    let id = "capture/boundary-only-in-one-place"
    let title = "recorder's note of the boundary"
    let severity = Severity.note
    let clauses = [
        Clause(
            name: "HAR 1.2, postData",
            link: "https://github.com/ahmadnassri/har-spec/blob/master/versions/1.2.md#postdata"
        )
    ]
    let rationale = """
        A HAR records the media type twice, in the list of fields and beside the body, and some exporters leave the \
        boundary out of one of them. The field is what was sent; the other value is used only where the field has \
        no boundary. Where both have one and they differ, one of them is wrong, and the finding is a warning.
        """
    let hint = "Read the boundary from the Content-Type field, and from the delimiters where that has none."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .recorded

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎▸Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField,
                remark: "the note is `multipart/form-data`",
                fidelity: .text,
                noted: "multipart/form-data"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎▸Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField,
                remark: "the note has the boundary `other`",
                fidelity: .text,
                noted: "multipart/form-data; boundary=other"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎"),
                remark: "the note is the same",
                fidelity: .text,
                noted: RuleExample.contentType
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "there is no note"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let noted = context.notedContentType, let mediaType = context.mediaType, context.isMultipart
        else {
            return
        }
        let line = FieldSection(parsing: Array("Content-Type: \(noted)\r\n".utf8), base: 0)
        let sent = mediaType.declaredBoundaries.first
        let note = MediaType(line)?.declaredBoundaries.first
        guard sent != note else { return }
        report.add(
            self,
            Self.message(sent, note),
            at: mediaType.line.range,
            in: .head,
            severity: sent == nil || note == nil ? nil : .warning
        )
    }

    private static func message(_ sent: [UInt8]?, _ note: [UInt8]?) -> String {
        let sentText = sent.map { "`\(PrintableText.text($0, limit: 80))`" }
        let noteText = note.map { "`\(PrintableText.text($0, limit: 80))`" }
        return switch (sentText, noteText) {
        case (let sent?, let note?):
            "Content-Type has the boundary \(sent), but the recorder noted \(note) beside the body"
        case (let sent?, nil):
            "the recorder noted the type without the boundary \(sent), which Content-Type has"
        case (nil, let note):
            "Content-Type has no boundary, but the recorder noted \(note ?? "one") beside the body"
        }
    }
}
