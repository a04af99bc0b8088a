import Bytes
import Exchanges
import Forms

/// Finds what a wrong length is the length of.
struct LengthArithmetic {
    /// What was found.
    private(set) var cause: LengthDiscrepancy.Cause?

    /// Tries the explanations, the most telling first.
    init(_ context: borrowing RuleContext, declared: Int, actual: Int) {
        let difference = actual &- declared
        defer {
            if cause == nil, difference.magnitude == 2 { cause = .two }
            if cause == nil, difference.magnitude == 1 { cause = .one }
        }
        guard let form = context.form, let request = context.request, form.gaps.isEmpty else { return }
        guard context.contentCoding.isEmpty else {
            if form.length == declared { cause = .uncompressed }
            return
        }
        let excess =
            request.content.excess.count == request.content.excessLength ? request.content.excess : nil
        if Self.ends(form, declared, beforeContentOfItsSize: request.content.excess) {
            cause = .part
            return
        }
        guard let excess, let kept = form.kept.whole(length: form.length) else {
            if let excess, Self.isCloseDelimiter(excess[...], of: form) { cause = .closeDelimiter }
            return
        }
        let whole = kept.prefix(form.length) + excess
        if difference > 0 {
            cause =
                Self.partCause(declared, whole, form)
                ?? (Self.isCloseDelimiter(whole.suffix(difference), of: form) ? .closeDelimiter : nil)
        }
        cause = cause ?? Self.countCause(declared, whole, isSwift: Self.isSwift(context.fields))
    }

    /// Whether the part at whose content the framed bytes end has exactly as many bytes as were declared.
    ///
    /// `content` bytes stand before that content, so its end is as many bytes after the framed bytes.
    private static func ends(_ form: Form, _ declared: Int, beforeContentOfItsSize excess: [UInt8]) -> Bool {
        guard form.ending == .inContent, let last = form.parts.last, declared > 0 else { return false }
        let after = excess.dropFirst(last.content.lowerBound)
        return after.starts(with: [0x0D, 0x0A]) && after.dropFirst(2).starts(with: form.delimiterText)
    }

    private static func partCause(
        _ declared: Int,
        _ whole: ArraySlice<UInt8>,
        _ form: Form
    ) -> LengthDiscrepancy.Cause? {
        guard declared > 0, let boundary = form.boundary else { return nil }
        var reader = FormReader(declared: [boundary])
        reader.push(Array(whole).span.bytes)
        let parts = reader.finish().parts
        var sum = 0
        for part in parts {
            if part.content.count == declared { return .part }
            sum += part.content.count
        }
        return sum == declared && parts.count > 1 ? .allParts : nil
    }

    /// Whether bytes are the close delimiter, with or without the line breaks around it.
    private static func isCloseDelimiter(_ bytes: ArraySlice<UInt8>, of form: Form) -> Bool {
        var rest = bytes
        if rest.starts(with: [0x0D, 0x0A]) { rest = rest.dropFirst(2) }
        if rest.suffix(2).elementsEqual([0x0D, 0x0A]) { rest = rest.dropLast(2) }
        return !form.delimiterText.isEmpty && rest.elementsEqual(form.delimiterText + [0x2D, 0x2D])
    }

    private static func countCause(
        _ declared: Int,
        _ whole: ArraySlice<UInt8>,
        isSwift: Bool
    ) -> LengthDiscrepancy.Cause? {
        var scalars = 0
        var pairs = 0
        var lineEnds = 0
        var loneFeeds = 0
        var previous: UInt8 = 0
        for byte in whole {
            if byte & 0xC0 != 0x80 { scalars += 1 }
            if byte >= 0xF0 { pairs += 1 }
            if byte == 0x0A {
                if previous == 0x0D { lineEnds += 1 } else { loneFeeds += 1 }
            }
            previous = byte
        }
        let isPlain = scalars == whole.count
        let isTextOfBytes = isPlain || String(validating: whole, as: UTF8.self) != nil
        if isTextOfBytes, !isPlain {
            if declared == scalars + pairs { return .characters("UTF-16 code units") }
            if declared == scalars { return .characters("Unicode scalars") }
        }
        // A single line end is a byte like any other.
        let byLineEnds =
            lineEnds > 1 && declared == whole.count - lineEnds
            || loneFeeds > 1 && declared == whole.count + loneFeeds
        if byLineEnds, !(isPlain && isSwift && declared < whole.count) { return .lineEnds }
        // Counting grapheme clusters is costly: only where the number can be one.
        if isTextOfBytes, declared <= scalars - lineEnds, declared > 0, lineEnds != 1 || !isPlain || isSwift,
            String(decoding: whole, as: UTF8.self).count == declared
        {
            return lineEnds > 0 ? .graphemes : .characters("characters")
        }
        return nil
    }

    /// Whether the client's name tells of Swift's own networking, where strings count grapheme clusters.
    private static func isSwift(_ fields: FieldSection) -> Bool {
        guard let agent = fields.value(named: "user-agent") else { return false }
        let name = String(decoding: agent, as: UTF8.self)
        return name.contains("CFNetwork") || name.contains("Darwin") || name.contains("Swift")
    }
}
