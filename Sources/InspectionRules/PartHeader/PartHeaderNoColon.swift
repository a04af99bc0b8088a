package import Bytes
package import Forms
import Inspection

/// `part-header/no-colon`: a header line without a colon.
struct PartHeaderNoColon: Rule {
    let id = "part-header/no-colon"
    let title = "header line without a colon"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1"), .rfc(9112, "5")]
    let rationale = """
        A header line is a name, a colon and a value. Go says "malformed MIME header: missing colon", busboy, \
        python-multipart and defnull's multipart reject the form as well, and ModSecurity blocks it. Most often the \
        line is content that lacks the blank line before it, or the rest of a filename with a line break in it; where it \
        begins with the name of a field, an equals sign or a blank stands in the place of the colon.
        """
    let hint = """
        Write each header line as `Name: value`, end the last with CRLF, and put one empty line before the content.
        """
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.missingColon)

    var examples: [RuleExample] {
        [
            .violating(header: #"▸Foo bar⏎Content-Disposition: form-data; name="a""#),
            .violating(
                header: #"▸Content-Disposition=form-data; name="a""#,
                remark: "an equals sign in the place of the colon"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data;⏎␠name="a""#,
                remark: "a continuation line has no colon of its own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            for line in part.header.lines
            where line.colon == nil && !line.name.isEmpty && line.ending != .none {
                let field = part.fieldWithoutColon(in: line)
                let isDisposition = field.map {
                    part.header[$0.name].equalsIgnoringCase("content-disposition")
                }
                found.add(
                    field.map { Self.message(part, $0.name, $0.separator) }
                        ?? Self.message(part.shown(line.name)),
                    at: line.name,
                    part: part.number,
                    hint: isDisposition.map { $0 ? Self.dispositionHint : Self.colonHint }
                )
            }
        }
        found.report(as: self, to: &report)
    }

    /// The hint where the line is meant as Content-Disposition, so that the part has none.
    static let dispositionHint =
        "Write a colon and a blank after the name of the field: `Content-Disposition: form-data; name=\"…\"`."
    private static let colonHint =
        "Write a colon and a blank after the name of the field, as in `Content-Type: …`."

    private static func message(_ line: String) -> String {
        "the header line `\(line)` has no colon"
    }

    private static func message(_ part: BodyPart, _ name: Range<Int>, _ separator: Range<Int>) -> String {
        let isEquals = part.header[separator].contains(UInt8(ascii: "="))
        return "\(isEquals ? "an equals sign" : "a blank") stands in the place of the colon after "
            + "`\(part.shown(name))`: the line is no field"
    }
}

extension BodyPart {
    /// The name of a field that parts have at the beginning of a header line without a colon, and what stands in the
    /// place of that; `nil` where the line begins otherwise.
    package func fieldWithoutColon(in line: FieldLine) -> (name: Range<Int>, separator: Range<Int>)? {
        guard line.colon == nil, let lengths = Self.fieldWithoutColon(header[line.name]) else { return nil }
        let end = line.name.lowerBound + lengths.name
        return (line.name.lowerBound..<end, end..<(end + lengths.separator))
    }

    /// The same in a line that was read as content, as lengths in bytes.
    package static func fieldWithoutColon(_ text: ArraySlice<UInt8>) -> (name: Int, separator: Int)? {
        let names: [StaticString] = ["content-disposition", "content-type", "content-transfer-encoding"]
        guard let name = names.first(where: { text.startsIgnoringCase(with: $0) }) else { return nil }
        let rest = text.dropFirst(name.utf8CodeUnitCount)
        let value = rest.drop { $0.isBlank || $0 == UInt8(ascii: "=") }
        let separator = rest.prefix(rest.count - value.count)
        guard !separator.isEmpty, separator.count(where: { $0 == UInt8(ascii: "=") }) <= 1,
            isValue(value, ofType: name.utf8CodeUnitCount == "content-type".utf8.count)
        else { return nil }
        return (name.utf8CodeUnitCount, separator.count)
    }

    /// Whether a text begins as the value of such a field does, and not as a sentence.
    ///
    /// That is with a token, or two with a slash between them, at the end or before a semicolon.
    private static func isValue(_ text: ArraySlice<UInt8>, ofType isType: Bool) -> Bool {
        let word = text.prefix { $0.isTokenCharacter || $0 == UInt8(ascii: "/") }
        let next = text.dropFirst(word.count).drop(while: \.isBlank).first
        let slashes = word.count { $0 == UInt8(ascii: "/") }
        return !word.isEmpty && slashes == (isType ? 1 : 0) && (next == nil || next == UInt8(ascii: ";"))
    }
}
