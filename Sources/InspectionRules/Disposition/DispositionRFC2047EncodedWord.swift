import Bytes
import Forms
import Inspection

/// `disposition/rfc2047-encoded-word`: a name or filename in the encoding of mail headers.
struct DispositionRFC2047EncodedWord: Rule {
    let id = "disposition/rfc2047-encoded-word"
    let title = "mail's encoded word in a name"
    let severity = Severity.warning
    let clauses = [Clause.rfc(2047, "5"), .rfc(7578, "5.1.3")]
    let rationale = """
        RFC 2047 forbids encoded words within quotes, and most receivers do not decode them, Tomcat and Commons \
        FileUpload do: the file is stored as `=?utf-8?B?…?=`. .NET's HttpClient writes non-ASCII filenames this way.
        """
    let hint = "Write the name as raw UTF-8."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(
                header: #"Content-Disposition: form-data; name="f"; filename="▸=?UTF-8?B?w6kudHh0?=""#
            ),
            .violating(header: #"Content-Disposition: form-data; name="▸=?utf-8?q?=C3=A9?=""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a=?b?=.txt""#,
                remark: "no charset"
            ),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="why?.txt""#),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        context.forEachLabel(with: Self.encodedWord) { part, parameter, range in
            found.add(
                Self.message(part.shown(parameter.name), part.shown(range)),
                at: range,
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    /// `=?charset?B?text?=` or `=?charset?Q?text?=`, as indices of `value`.
    private static func encodedWord(in value: ArraySlice<UInt8>) -> Range<Int>? {
        let mark = UInt8(ascii: "?")
        var marks: [Int] = []
        for index in value.indices where value[index] == mark {
            marks.append(index)
            guard marks.count > 3 else { continue }
            let (first, second, third) = (
                marks[marks.count - 4], marks[marks.count - 3], marks[marks.count - 2]
            )
            guard first > value.startIndex, value[first - 1] == UInt8(ascii: "="), second > first + 1,
                third == second + 2, index + 1 < value.endIndex, value[index + 1] == UInt8(ascii: "=")
            else { continue }
            let encoding = value[second + 1].lowercased
            guard encoding == UInt8(ascii: "b") || encoding == UInt8(ascii: "q") else { continue }
            return (first - 1)..<(index + 2)
        }
        return nil
    }

    private static func message(_ name: String, _ word: String) -> String {
        "the \(name) holds the encoded word `\(word)`, which most receivers do not decode"
    }
}
