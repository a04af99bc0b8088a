import Bytes
import Forms
import Inspection

/// `part-header/content-type-malformed`: a part's Content-Type that is not a media type.
struct PartHeaderContentTypeMalformed: Rule {
    let id = "part-header/content-type-malformed"
    let title = "part's Content-Type is not a media type"
    let severity = Severity.warning
    let requirement = RequirementLevel.must
    let clauses = [Clause.rfc(9110, "8.3.1")]
    let rationale = """
        A media type is `type/subtype`, parameters after a semicolon. Receivers accept anything here and \
        hand it on, so that the fault shows only where the type is used: a file is refused or served as a \
        download.
        """
    let hint =
        "Write a full media type such as `text/plain`, or `application/octet-stream` where none is known."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.otherMediaTypeForm)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="a"⏎Content-Type: ▸text"#),
            .violating(
                header: #"Content-Disposition: form-data; name="a"⏎Content-Type: ▸undefined"#,
                remark: "a variable without a value"
            ),
            .violating(
                header: #"Content-Disposition: form-data; name="a"⏎Content-Type: ▸text/plain charset=utf-8"#,
                remark: "no semicolon before the parameter"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a"⏎Content-Type: text/plain;charset=UTF-8"#
            ),
            .nearMiss(header: #"Content-Disposition: form-data; name="a"⏎Content-Type: image/svg+xml"#),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            guard let type = part.mediaType, type.line.ending != .none, !type.line.value.isEmpty else {
                continue
            }
            let text = part.header[type.value.leading]
            guard !Self.isMediaType(text) || type.value.separator != .semicolon else { continue }
            found.add(Self.message(part.shown(type.line.value)), at: type.line.value, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func isMediaType(_ text: ArraySlice<UInt8>) -> Bool {
        guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else { return false }
        let subtype = text[(slash + 1)...]
        return slash > text.startIndex && !subtype.isEmpty
            && text[..<slash].allSatisfy(\.isTokenCharacter) && subtype.allSatisfy(\.isTokenCharacter)
    }

    private static func message(_ value: String) -> String {
        "the part's Content-Type `\(value)` is not a media type"
    }
}
