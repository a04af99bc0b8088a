import Bytes
import Forms
import Inspection

/// `boundary/unusual-chars`: a boundary with punctuation that is legal and rare.
struct BoundaryUnusualCharacters: Rule {
    let id = "boundary/unusual-chars"
    let title = "rare punctuation in the boundary"
    let severity = Severity.note
    let clauses = [Clause.practice("libhtp marks punctuation in a boundary as HBOUNDARY_UNUSUAL")]
    let rationale = """
        `'()+,./:=?` may occur in a boundary, and most form parsers accept them. libhtp, with which Suricata reads \
        HTTP, sets HBOUNDARY_UNUSUAL for them, and detection rules may raise an alarm.
        """
    let hint = "Generate the boundary from letters, digits, `-` and `_`."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField("a.b(c)"),
                contentType: "multipart/form-data; boundary=\"a▸.b(c)\"",
                remark: "quoted, as it must be"
            ),
            .violating(
                RuleExample.oneField("Boundary+D87993F14D11D1AD"),
                contentType: "multipart/form-data; boundary=Boundary▸+D87993F14D11D1AD",
                remark: "bare, where a token may hold it"
            ),
            .nearMiss(
                RuleExample.oneField("--Aa_B-03x"),
                contentType: "multipart/form-data; boundary=--Aa_B-03x",
                remark: "dashes and underscores are usual"
            ),
            .nearMiss(
                RuleExample.oneField("gc0:jU"),
                contentType: "multipart/form-data; boundary=gc0:jU",
                remark: "a bare value that needs quotes: another rule reports it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for boundary in mediaType.boundaries.prefix(16) {
            let value = context.fields[boundary.value]
            let isBare = boundary.quoting == .bare
            if isBare, value.first == UInt8(ascii: "'"), value.last == UInt8(ascii: "'") { continue }
            guard let place = value.firstIndex(where: { Self.isUnusual($0, inToken: isBare) }) else {
                continue
            }
            let offset = boundary.value.lowerBound + place - value.startIndex
            report.add(self, Self.message(value, place), at: offset..<(offset + 1), in: .head)
        }
    }

    private static func isUnusual(_ byte: UInt8, inToken: Bool) -> Bool {
        guard byte.isBoundaryCharacter, !inToken || byte.isTokenCharacter else { return false }
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return false
        case UInt8(ascii: "-"), UInt8(ascii: "_"): return false
        default: return !byte.isDigit
        }
    }

    private static func message(_ value: ArraySlice<UInt8>, _ place: Int) -> String {
        "the boundary `\(PrintableText.text(value, limit: 80))` holds `\(PrintableText.text(value[place...place]))`, "
            + "legal and rare"
    }
}
