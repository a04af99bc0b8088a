import Bytes
import Exchanges
import Forms
import Inspection

/// `content-type/control-or-nonascii`: a byte that is not printable ASCII in the Content-Type value.
struct ContentTypeControlOrNonASCII: Rule {
    let id = "content-type/control-or-nonascii"
    let title = "control or non-ASCII byte in Content-Type"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9110, "5.5")]
    let rationale = """
        No media type and no boundary needs more than printable ASCII. Control characters make any field invalid, \
        which is an error; other bytes are allowed in a field, but not in a boundary, which another rule reports. \
        Go, busboy, Django and defnull's multipart refuse the request, Werkzeug delivers an empty form, ModSecurity \
        answers "Invalid boundary in C-T (characters).".
        """
    let hint = "Build the boundary from ASCII letters and digits only."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField("é1"),
                contentType: "multipart/form-data; boundary=▸é1",
                remark: "UTF-8 in the boundary"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data;▸␍boundary=AaB03x",
                remark: "a CR that ends no line: an error"
            ),
            .nearMiss(
                RuleExample.oneField("a/b:c=d?(e)'+_.,"),
                contentType: "multipart/form-data; boundary=\"a/b:c=d?(e)'+_.,\"",
                remark: "ASCII punctuation in quotes"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data;⏎␠boundary=AaB03x",
                remark: "the line break of a fold: another rule reports it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        let value = context.fields[mediaType.line.value]
        var first: Int?
        var count = 0
        var hasControl = false
        for index in value.indices where Self.isForeign(at: index, in: value) {
            first = first ?? index
            count += 1
            if value[index].isControl { hasControl = true }
        }
        guard let first else { return }
        let offset = mediaType.line.value.lowerBound + first - value.startIndex
        report.add(
            self,
            Self.message(value[first], count),
            at: offset..<(offset + 1),
            in: .head,
            severity: hasControl ? .error : nil
        )
    }

    private static func isForeign(at index: Int, in value: ArraySlice<UInt8>) -> Bool {
        switch value[index] {
        case 0x09, 0x0A: return false
        case 0x0D:
            // CR LF and CR CR LF are the line break of a fold.
            let rest = value[(index + 1)...].prefix(2)
            return rest.first != 0x0A && !rest.elementsEqual([0x0D, 0x0A])
        case let byte: return byte.isControl || byte >= 0x80
        }
    }

    private static func message(_ byte: UInt8, _ count: Int) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        let shown = "0x" + (digits.count < 2 ? "0" : "") + digits
        return count == 1
            ? "Content-Type holds the byte \(shown), which is not a printable ASCII"
            : "Content-Type holds \(count) bytes that are not printable ASCII, the first \(shown)"
    }
}
