import Bytes
import Exchanges
import Forms
import Inspection

/// `part/charset-mismatch`: the value of a text field is in another charset than its Content-Type names.
struct PartCharsetMismatch: Rule {
    let id = "part/charset-mismatch"
    let title = "value in another charset than its part names"
    let severity = Severity.warning
    let clauses = [Clause.rfc(7578, "4.5"), .rfc(7578, "5.1.2")]
    let rationale = """
        A receiver that decodes a value by the charset of its part makes other characters of it, without an error: \
        of `ä` in UTF-8 Werkzeug makes `Ã¤` under iso-8859-1, and U+FFFD under us-ascii.
        """
    let hint =
        "Name the charset that the bytes are in, `charset=utf-8`, or none; or encode the text in the one that is named."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = .header(.otherMediaTypeForm)

    var examples: [RuleExample] {
        [
            .violating(Self.field("iso-8859-1", "gr▸öße"), remark: "UTF-8 under the name of Latin-1"),
            .violating(Self.field("US-ASCII", "caf▸é"), remark: "UTF-8 under the name of ASCII"),
            .violating(Self.field("us-ascii", "caf▸⟨E9⟩"), remark: "Latin-1 under the name of ASCII"),
            .violating(Self.field("utf-8", "caf▸⟨E9⟩"), remark: "Latin-1 under the name of UTF-8"),
            .nearMiss(Self.field("iso-8859-1", "caf⟨E9⟩"), remark: "Latin-1"),
            .nearMiss(
                Self.field("windows-1251", "⟨D0⟩⟨B8⟩"),
                remark: "two characters, whose bytes are valid UTF-8"
            ),
            .nearMiss(Self.field("iso-8859-1", "cafe"), remark: "ASCII is a part of Latin-1"),
            .nearMiss(Self.field("utf-8", "café"), remark: "UTF-8"),
            .nearMiss(
                Self.field("shift_jis", "⟨83⟩e⟨83⟩X⟨83⟩g"),
                remark: "a charset of which nothing is known here"
            ),
            .nearMiss(
                header: "Content-Disposition: form-data; name=\"f\"; filename=\"a.txt\"⏎"
                    + "Content-Type: text/plain; charset=us-ascii",
                content: "café",
                remark: "files are not decoded"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts where !part.isFile && part.facts.features.has(.nonASCII) {
            guard let label = Self.label(of: part), let family = Family(label),
                !part.facts.features.has(.lowControl), let place = Self.contradiction(to: family, in: part)
            else { continue }
            let opening = part.facts.opening
            let start = part.content.lowerBound + (place.startIndex - opening.startIndex)
            found.add(
                Self.message(part, PrintableText.text(label, limit: 40), place, family),
                at: start..<(start + place.count),
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    /// The charset that the Content-Type of a part names.
    private static func label(of part: BodyPart) -> ArraySlice<UInt8>? {
        guard let type = part.mediaType, type.line.ending != .none,
            let charset = type.value.first(named: "charset", in: part.header), charset.quoting != .absent
        else { return nil }
        return part.header[charset.value]
    }

    /// The bytes that show that a value is not in a charset; `nil` where it may be.
    private static func contradiction(to family: Family, in part: BodyPart) -> ArraySlice<UInt8>? {
        let opening = part.facts.opening
        guard let first = opening.firstIndex(where: { $0 > 0x7F }) else { return nil }
        // A character that the end of the sample cuts is not a fault.
        let isCut = opening.count < part.content.count
        let invalid = opening.firstInvalidUTF8.flatMap { isCut && $0 > opening.endIndex - 4 ? nil : $0 }
        return switch family {
        case .ascii: opening[first...].prefix { $0 > 0x7F }
        case .singleByte:
            invalid == nil && isTelling(opening[first...]) ? opening[first...].prefix { $0 > 0x7F } : nil
        case .utf8: invalid.map { opening[$0...].prefix(1) }
        }
    }

    /// Whether bytes that are valid UTF-8 are so hardly by chance: one sequence of two bytes may be two characters.
    private static func isTelling(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.contains { $0 >= 0xE0 } || bytes.count { $0 >= 0xC0 } > 1
    }

    private static func message(
        _ part: BodyPart,
        _ label: String,
        _ bytes: ArraySlice<UInt8>,
        _ family: Family
    ) -> String {
        let shown = "`\(PrintableText.text(bytes, limit: 24))`"
        return switch family {
        case .ascii:
            "the value of \(part.words) holds \(shown), but the part says that it is \(label), which has no such bytes"
        case .singleByte:
            "the bytes of \(part.words) are UTF-8, \(shown), but the part says that they are \(label)"
        case .utf8:
            "the value of \(part.words) holds \(shown), which is not valid UTF-8, but the part says that it is \(label)"
        }
    }

    private static func field(_ charset: String, _ value: String) -> String {
        "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: text/plain; charset=\(charset)⏎⏎"
            + "\(value)⏎--AaB03x--⏎"
    }
}

/// The charsets of which bytes beyond ASCII show that a text is not in them.
private enum Family {
    /// US-ASCII: none belongs to it.
    case ascii
    /// ISO 8859 and the code pages of Windows: each is a character, and in a text they seldom are valid UTF-8.
    case singleByte
    /// UTF-8.
    case utf8

    /// Recognizes a charset by its name, in any letter case; `nil` for others.
    init?(_ label: ArraySlice<UInt8>) {
        let name = String(decoding: label.prefix(32), as: UTF8.self).lowercased()
        let singleBytes = ["iso-8859-", "iso8859-", "iso_8859-", "windows-125", "cp125", "latin"]
        if ["us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us"].contains(name) {
            self = .ascii
        } else if name == "utf-8" || name == "utf8" {
            self = .utf8
        } else if singleBytes.contains(where: { name.hasPrefix($0) }) {
            self = .singleByte
        } else {
            return nil
        }
    }
}
