import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/field-line`: a line of the head has no colon, or no name before it, or a name that is no token.
struct FramingFieldLine: Rule {
    let id = "framing/field-line"
    let title = "line of the head that is no field"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "5"), .rfc(9110, "5.1")]
    let rationale = """
        Each line of a head is a name, a colon and a value. Go and Node answer 400 to a line without a colon, and Node \
        to one without a name; a proxy that passes over such a line and a server that does not see different requests. \
        A name consists of letters, digits and a few signs: Go and Node answer 400 to one with a space, a parenthesis, a \
        quote or an umlaut.
        """
    let hint =
        "Write the line as `Name: value`, or leave it out; to continue a value, write it on the same line."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularField

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎▸X-A a⏎"),
                remark: "no colon"
            ),
            .violatingRequest(RuleExample.upload("Content-Length: 69⏎▸: a⏎"), remark: "no name"),
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎▸POST /u HTTP/1.1⏎"),
                remark: "the request line again"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎My▸␠File: a⏎"),
                remark: "a space in the name"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎X▸(a): a⏎"),
                remark: "a sign that no name has"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎X_A.b~!: a⏎"),
                remark: "signs that names may have"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎X-A:⏎"),
                remark: "no value, which is allowed"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎X-A: a⏎␠b⏎"),
                remark: "a fold: another rule reports it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.framing != .h2Data, !context.fields.hasPlainLines else { return }
        // From there on the lines are those of the form: framing/missing-blank-line reports them.
        let end = context.delimiterInHead?.range.lowerBound ?? context.fields.range.upperBound
        // content-type/boundary-overwritten reports a boundary on a line of its own.
        let boundary = context.boundaryOnNextLine?.range
        let lines = context.fields.lines.filter { line in
            line.range.lowerBound < end && line.range != boundary
                && (line.colon == nil || line.name.isEmpty)
                && context.fields[line.range].first.map { !$0.isBlank } ?? false
        }
        judgeNames(context, before: end, &report)
        guard let first = lines.first else { return }
        let text = context.fields[first.range].prefix { !$0.isLineBreak }
        let isRequestLine = context.request.map { text.elementsEqual($0.head.startLine) } ?? false
        let shown = PrintableText.text(text, limit: 60)
        report.add(
            self,
            (isRequestLine ? Self.repeated(shown) : Self.message(shown, hasColon: first.colon != nil))
                + Recurrence.words(forOthers: lines.count - 1),
            at: first.range.lowerBound..<max(first.value.upperBound, first.range.lowerBound),
            in: .head,
            hint: isRequestLine ? Self.repeatedHint : nil
        )
    }

    /// Reports the first name that is no token, and how many others there are.
    private func judgeNames(_ context: borrowing RuleContext, before end: Int, _ report: inout RuleReport) {
        let lines = context.fields.lines.filter { line in
            line.range.lowerBound < end && line.colon != nil
                && context.fields[line.range].first.map { !$0.isBlank } ?? false
                && Self.isOtherName(context.fields[line.name])
        }
        guard let first = lines.first,
            let index = context.fields[first.name].firstIndex(where: { !$0.isTokenCharacter })
        else { return }
        let name = context.fields[first.name]
        let place = first.name.lowerBound + index - name.startIndex
        report.add(
            self,
            Self.message(PrintableText.text(name, limit: 60), name[index])
                + Recurrence.words(forOthers: lines.count - 1),
            at: place..<(place + 1),
            in: .head,
            hint: Self.nameHint,
            clause: clauses[1]
        )
    }

    /// Whether a name is no token, without control characters: framing/bare-cr-or-nul-header reports those.
    private static func isOtherName(_ name: ArraySlice<UInt8>) -> Bool {
        name.contains { !$0.isTokenCharacter } && name.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
    }

    private static let nameHint = "Write the name with letters, digits and dashes alone."

    private static func message(_ name: String, _ byte: UInt8) -> String {
        let what =
            switch byte {
            case 0x20: "a space"
            case 0x09: "a tab"
            case 0x80...: "a character that is not ASCII"
            default: "`\(Character(UnicodeScalar(byte)))`"
            }
        return "the name `\(name)` of a field holds \(what)"
    }

    private static let repeatedHint = "Write the request line once, before all fields."

    private static func repeated(_ line: String) -> String {
        "the request line `\(line)` stands a second time, among the fields of the head"
    }

    private static func message(_ line: String, hasColon: Bool) -> String {
        hasColon
            ? "the line `\(line)` of the head has no name before its colon"
            : "the line `\(line)` of the head has no colon"
    }
}
