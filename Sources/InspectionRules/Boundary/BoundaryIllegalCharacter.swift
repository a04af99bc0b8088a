import Bytes
import Forms
import Inspection

/// `boundary/illegal-char`: a character that no boundary may hold.
///
/// Control characters and bytes outside ASCII are left to `content-type/control-or-nonascii`.
struct BoundaryIllegalCharacter: Rule {
    let id = "boundary/illegal-char"
    let title = "character that no boundary may hold"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        Besides letters and digits RFC 2046 allows `'()+_,-./:=?` and inner spaces. For other characters \
        ModSecurity answers "Invalid boundary in C-T (characters)."; without quotes, where one such as `{` is no \
        character of a token either, busboy refuses the boundary, Werkzeug delivers an empty form, and defnull's \
        multipart ends the boundary at the character and then finds no delimiter.
        """
    let hint = "Build the boundary from ASCII letters, digits, `-` and `_` only."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField("ab$c{d}"),
                contentType: "multipart/form-data; boundary=ab▸$c{d}",
                remark: "bare"
            ),
            .violating(
                RuleExample.oneField("ab@c;d"),
                contentType: "multipart/form-data; boundary=\"ab▸@c;d\"",
                remark: "quotes do not help"
            ),
            .violating(
                RuleExample.oneField("<boundary>"),
                contentType: "multipart/form-data; boundary=▸<boundary>",
                remark: "a placeholder that was never filled in"
            ),
            .violating(
                RuleExample.oneField("_$mark$_"),
                contentType: "multipart/form-data; boundary=_▸$mark$_",
                remark: "a warning: a token holds it, and servers read it"
            ),
            .nearMiss(
                RuleExample.oneField("a/b:c=d?(e)'+_.,"),
                contentType: "multipart/form-data; boundary=\"a/b:c=d?(e)'+_.,\"",
                remark: "every allowed punctuation mark"
            ),
            .violating(
                RuleExample.oneField("é1"),
                contentType: "multipart/form-data; boundary=▸é1",
                remark: "no letter outside ASCII"
            ),
            .nearMiss(
                RuleExample.oneField("AaB03x"),
                contentType: "multipart/form-data; boundary=\"AaB\\03x\"",
                remark: "the backslash is not part of the value"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data; x=é; boundary=AaB03x",
                remark: "outside the boundary"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for boundary in mediaType.boundaries.prefix(16) where boundary.quoting != .unterminated {
            let end =
                StraySeparator(in: boundary, context.fields)?.range.lowerBound ?? boundary.value.upperBound
            let range = boundary.value.lowerBound..<min(end, boundary.value.upperBound)
            let value = context.fields[range]
            var first: Int?
            var isToken = true
            var illegal: Set<UInt8> = []
            var isEscaped = false
            for index in value.indices {
                let byte = value[index]
                if byte == UInt8(ascii: "\\"), boundary.quoting == .quoted, !isEscaped {
                    isEscaped = true
                    continue
                }
                isEscaped = false
                guard Self.isIllegal(byte) else { continue }
                first = first ?? index
                illegal.insert(byte)
                if !byte.isTokenCharacter { isToken = false }
            }
            guard let first else { continue }
            let offset = range.lowerBound + first - value.startIndex
            report.add(
                self,
                Self.message(value, value[first], illegal.count),
                at: offset..<(offset + 1),
                in: .head,
                // Parsers of parameters take it for one word; RFC 2046 is stricter than they are.
                severity: isToken ? .warning : nil
            )
        }
    }

    private static func isIllegal(_ byte: UInt8) -> Bool {
        byte == 0x09 || (byte > 0x20 && byte != 0x7F && !byte.isBoundaryCharacter)
    }

    private static func message(_ value: ArraySlice<UInt8>, _ byte: UInt8, _ count: Int) -> String {
        let shown = PrintableText.text(value, limit: 80)
        let character = PrintableText.text(CollectionOfOne(byte))
        return switch count {
        case 1: "the boundary `\(shown)` holds `\(character)`, which no boundary may hold"
        case 2: "the boundary `\(shown)` holds `\(character)` and 1 more character that no boundary may hold"
        default:
            "the boundary `\(shown)` holds `\(character)` and \(count - 1) more characters that no boundary may hold"
        }
    }
}
