import Bytes
import Forms
import Inspection

/// Finds what of the body of a request is replaced by fill, as offsets in the body without its codings.
enum BodyMasks {
    /// Rules that speak of bytes which tell nothing but that something is wrong with them: these stay.
    private static let telling: Set<String> = [
        "part/stringified-object", "part/type-mismatch", "part/data-uri-or-base64-file", "part/charset-field",
        "part/header-in-content",
    ]
    private static let tellingGroups = ["boundary/", "delimiter/", "line/"]
    /// The greatest number of bytes that stay for the sake of one finding.
    private static let keptBytes = 64
    /// The length of the first bytes by which file signatures are recognised.
    private static let signatureLength = 12

    /// The places, in order.
    static func of(_ form: Form, _ findings: [LocatedFinding], _ redaction: Redaction) -> [Range<Int>] {
        var masks: [Range<Int>] = []
        var kept = form.occurrences.map(\.text)
        for node in form.nodes {
            switch node.kind {
            case .content:
                guard let number = node.part, form.parts.indices.contains(number - 1) else { continue }
                let part = form.parts[number - 1]
                guard redaction.covers(part: part.name, isFile: part.isFile) else { continue }
                masks.append(node.range)
                if FileSignature(part.facts.opening) != nil {
                    kept.append(node.range.prefix(signatureLength))
                }
            case .preamble, .epilogue, .other, .junk:
                if redaction.coversAllParts { masks.append(node.range) }
            default: continue
            }
        }
        guard !masks.isEmpty else { return [] }
        kept += form.trailingDelimiters.map(\.text)
        for finding in findings.map(\.finding) where finding.place == .body && keeps(finding, in: form) {
            kept.append(finding.range.prefix(keptBytes))
        }
        return subtract(kept.sorted { $0.lowerBound < $1.lowerBound }, from: masks)
    }

    /// Whether the bytes of a finding stay.
    private static func keeps(_ finding: Finding, in form: Form) -> Bool {
        if tellingGroups.contains(where: { finding.rule.hasPrefix($0) }) { return finding.part != nil }
        // A form that was made a string is one of a few words.
        if finding.rule == "body/format-is-other" {
            return form.kept[finding.range.prefix(8)]?.elementsEqual("[object ".utf8) ?? false
        }
        guard telling.contains(finding.rule) else { return false }
        // What a text in quotation marks says is a value like any other; the fill keeps the marks.
        let first = form.kept[finding.range.prefix(1)]?.first
        return first != UInt8(ascii: "\"")
    }

    /// What of ranges lies in none of others; both are in order.
    static func subtract(_ gaps: [Range<Int>], from ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var first = 0
        for range in ranges {
            while first < gaps.count, gaps[first].upperBound <= range.lowerBound { first += 1 }
            var start = range.lowerBound
            var index = first
            while index < gaps.count, gaps[index].lowerBound < range.upperBound {
                if gaps[index].lowerBound > start { result.append(start..<gaps[index].lowerBound) }
                start = max(start, gaps[index].upperBound)
                index += 1
            }
            if start < range.upperBound { result.append(start..<range.upperBound) }
        }
        return result
    }
}
