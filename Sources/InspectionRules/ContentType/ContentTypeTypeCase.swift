import Bytes
import Forms
import Inspection

/// `content-type/type-case`: the media type not in lowercase.
struct ContentTypeTypeCase: Rule {
    let id = "content-type/type-case"
    let title = "media type not in lowercase"
    let severity = Severity.note
    let clauses = [Clause.rfc(9110, "8.3.1")]
    let rationale = """
        Letter case does not matter in a media type, but some receivers compare it exactly: Django refuses the \
        request, and libhtp marks the header as invalid.
        """
    let hint = "Write `multipart/form-data` in lowercase."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "▸Multipart/Form-Data; boundary=AaB03x",
                remark: "legal, and refused by some"
            ),
            .nearMiss(RuleExample.oneField(), remark: "lowercase"),
            .nearMiss(
                RuleExample.oneField("AaB03X"),
                contentType: "multipart/form-data; Boundary=AaB03X",
                remark: "capitals elsewhere"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        let type = context.fields[mediaType.value.leading]
        guard type.contains(where: { $0 != $0.lowercased }) else { return }
        report.add(self, Self.message(type), at: mediaType.value.leading, in: .head)
    }

    private static func message(_ type: ArraySlice<UInt8>) -> String {
        "the media type is written `\(PrintableText.text(type, limit: 80))`"
    }
}
