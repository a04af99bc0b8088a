import Bytes
import Forms
import Inspection

/// `part-header/other-field`: a field that multipart/form-data does not define.
struct PartHeaderOtherField: Rule {
    let id = "part-header/other-field"
    let title = "field that form-data does not know"
    let severity = Severity.warning
    let requirement = RequirementLevel.must
    let clauses = [Clause.rfc(7578, "4.8")]
    let rationale = """
        RFC 7578 says that fields other than Content-Disposition, Content-Type and Content-Transfer-Encoding \
        must not be sent in a part and must be ignored. Servers do ignore them, so what such a field says is \
        lost; libhtp marks it as unknown.
        """
    let hint = "Leave the field out; what the server must know belongs in a form field of its own."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.otherField)

    var examples: [RuleExample] {
        [
            .violating(header: #"▸X-Foo: 1⏎Content-Disposition: form-data; name="a""#),
            .violating(
                header: #"Content-Disposition: form-data; name="a"⏎▸MIME-Version: 1.0"#,
                remark: "from mail"
            ),
            .nearMiss(
                header: """
                    content-disposition: form-data; name="a"⏎Content-Type: text/plain⏎Content-Transfer-Encoding: 8bit
                    """
            ),
            .nearMiss(
                "--AaB03x⏎Content-ID: <1>⏎Content-Type: text/plain⏎⏎1⏎--AaB03x--⏎",
                contentType: "multipart/related; boundary=AaB03x",
                remark: "other multipart types have fields of their own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 4)
        var told: [ArraySlice<UInt8>] = []
        for part in context.formDataParts {
            for line in part.header.lines where line.colon != nil && !line.name.isEmpty {
                let name = part.header[line.name]
                guard !Self.isKnown(name), name.allSatisfy(\.isTokenCharacter) else { continue }
                // part-header/missing-content-disposition.
                guard part.misspelledDisposition?.range != line.range else { continue }
                // A client that sends a field sends it in each part: once is enough.
                guard !told.contains(where: { $0.elementsEqual(name) }) else { continue }
                if told.count < 16 { told.append(name) }
                found.add(
                    Self.message(part.shown(line.name), part.shown(line.value)),
                    at: line.name.lowerBound..<line.value.upperBound,
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func isKnown(_ name: ArraySlice<UInt8>) -> Bool {
        // Content-Length has rules of its own.
        name.equalsIgnoringCase("content-disposition") || name.equalsIgnoringCase("content-type")
            || name.equalsIgnoringCase("content-transfer-encoding")
            || name.equalsIgnoringCase("content-length")
    }

    private static func message(_ name: String, _ value: String) -> String {
        "the part has the field `\(name)` with the value `\(value)`, which receivers must ignore"
    }
}
