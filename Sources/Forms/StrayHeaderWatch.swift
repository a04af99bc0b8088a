import Bytes

/// Finds the header lines of parts in the content of a part, however long that is.
///
/// A form that is nested in a content has such lines too: those between its first delimiter and its own close
/// delimiter are left out.
struct StrayHeaderWatch: Sendable {
    /// Bytes that have to stay in memory for the next search: those that it looks at, and those that it left.
    static let retained = 768
    /// Bytes before a header line that are looked at: other header lines, and the delimiter.
    private static let lookbehind = 640
    /// Bytes from the beginning of a header line that are looked at, unless the content ends.
    private static let lookahead = 40
    /// The longest line that counts as a delimiter, in bytes.
    private static let lineLimit = 256
    /// Header lines between the delimiter and the one found.
    private static let headerLimit = 8
    /// How many are kept of a part.
    private static let limit = 32
    /// How many are looked at in a form, those of nested forms included: a log of uploads has any number.
    private static let workLimit = 1024

    /// A form that seems to be nested in the content.
    private struct Nested {
        /// Its close delimiter.
        let close: ByteSearch
        /// The index of its first header among those found.
        let index: Int
        /// Where its close delimiter is looked for.
        var from: Int
    }

    private var part = 0
    private var contentStart = 0
    private var from = Int.max
    private var work = 0
    private var found: [StrayHeader] = []
    private var nested: Nested?
    /// The headers of the last nested form that was closed, and where.
    private var closed: (headers: [StrayHeader], end: Int)?

    /// Begins with the content of a part.
    mutating func begin(_ number: Int, at offset: Int) {
        part = number
        contentStart = offset
        from = work < Self.workLimit ? offset : Int.max
    }

    /// Continues after bytes that are not in the capture.
    mutating func skip(to offset: Int) {
        guard from < offset else { return }
        from = offset
        contentStart = offset
        nested?.from = offset
    }

    /// The offset from which on content is searched next; `nil` where that is over.
    var next: Int? { from == Int.max ? nil : from }

    /// Notes that no header line begins in the content from there on that ends at an offset.
    mutating func pass(upTo end: Int) {
        guard from < end, nested == nil else { return }
        from = max(from, end - PartHeaderSearch.length + 1)
    }

    /// Searches content in memory up to an offset.
    @inline(__always)
    mutating func search(_ window: borrowing ByteWindow, upTo end: Int, isFinal: Bool) {
        guard from <= end - PartHeaderSearch.length else { return }
        let start = max(window.start, contentStart)
        window.withSpan(start..<end) { span in
            span.withUnsafeBytes { search($0, at: start, upTo: end, isFinal: isFinal) }
        }
    }

    /// Searches content in memory, of which the first byte is at `base` of the body, up to an offset.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - base: the offset of its first byte in the body.
    ///   - end: the offset up to which it is searched.
    ///   - isFinal: whether the content ends there.
    mutating func search(_ bytes: UnsafeRawBufferPointer, at base: Int, upTo end: Int, isFinal: Bool) {
        guard from <= end - PartHeaderSearch.length else { return }
        while true {
            guard work < Self.workLimit else { return stop() }
            let close = closeOfNested(bytes, base, upTo: end)
            let reach = (close ?? end) - base
            if let place = PartHeaderSearch.first(in: bytes, from: max(from - base, 0), to: reach) {
                guard isFinal || base + place + Self.lookahead <= end else {
                    from = base + place
                    return
                }
                work += 1
                note(place, UnsafeRawBufferPointer(rebasing: bytes[..<(end - base)]), base)
                from = base + place + PartHeaderSearch.length
            } else if let close, let form = nested.take() {
                closed = (Array(found[form.index...]), close + form.close.needle.count)
                found.removeSubrange(form.index...)
                from = max(from, close)
            } else {
                break
            }
        }
        from = max(from, end - PartHeaderSearch.length + 1)
    }

    /// Takes the headers found in the part that ends at an offset.
    mutating func end(at end: Int, endsBody: Bool) -> [StrayHeader] {
        from = Int.max
        guard !found.isEmpty || closed != nil else { return [] }
        defer {
            found = []
            nested = nil
            closed = nil
        }
        // A form with which the body ends is not nested in another: the first delimiters differ from the later ones.
        if endsBody, let closed, end - closed.end <= 4 { return found + closed.headers }
        return found
    }

    /// Stops in a content that has too many; those that may be of a nested form are left out.
    private mutating func stop() {
        from = Int.max
        if let form = nested.take() { found.removeSubrange(form.index...) }
    }

    private mutating func closeOfNested(_ bytes: UnsafeRawBufferPointer, _ base: Int, upTo end: Int) -> Int? {
        guard let form = nested else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: bytes[..<(end - base)])
        if let place = form.close.first(in: content, from: max(form.from - base, 0)) {
            nested?.from = base + place
            return base + place
        }
        nested?.from = max(form.from, end - form.close.needle.count + 1)
        return nil
    }

    /// Notes the header line at an index, where it begins a line.
    private mutating func note(_ place: Int, _ bytes: UnsafeRawBufferPointer, _ base: Int) {
        let first = max(contentStart - base, place - Self.lookbehind, 0)
        guard place > first, bytes[place - 1].isLineBreak, found.count < Self.limit else { return }
        let isCutOff = first > contentStart - base
        var linesStart = place
        var line = Self.line(before: place, in: bytes, from: first)
        for _ in 0..<Self.headerLimit where Self.isHeader(UnsafeRawBufferPointer(rebasing: bytes[line])) {
            linesStart = line.lowerBound
            line = Self.line(before: linesStart, in: bytes, from: first)
        }
        let isDelimiter = line.count <= Self.lineLimit && (line.lowerBound > first || !isCutOff)
        let text = isDelimiter ? Array(bytes[line]) : []
        let start = isDelimiter ? line.lowerBound : place
        let rest = place..<min(place + Self.lookahead, bytes.count)
        found.append(
            StrayHeader(
                part: part,
                header: (base + place)..<(base + place + PartHeaderSearch.length),
                linesStart: base + linesStart,
                line: text,
                lineStart: base + start,
                followsCRLF: place > first + 1 && bytes[place - 1] == 0x0A && bytes[place - 2] == 0x0D,
                hasParameter: bytes[rest].contains(UInt8(ascii: ";")),
                excerpt: Array(bytes[start..<rest.upperBound]),
                excerptStart: base + start
            )
        )
        if nested == nil, text.count > 2, text.starts(with: [0x2D, 0x2D]) {
            nested = Nested(
                close: ByteSearch(text + [0x2D, 0x2D]),
                index: found.count - 1,
                from: base + place
            )
        }
    }

    /// The line that ends before an index, without its line break and blanks before that.
    private static func line(before end: Int, in bytes: UnsafeRawBufferPointer, from first: Int) -> Range<Int>
    {
        var upper = end
        if upper > first, bytes[upper - 1] == 0x0A { upper -= 1 }
        if upper > first, bytes[upper - 1] == 0x0D { upper -= 1 }
        var lower = upper
        while lower > first, !bytes[lower - 1].isLineBreak { lower -= 1 }
        while upper > lower, bytes[upper - 1].isBlank { upper -= 1 }
        return lower..<upper
    }

    private static func isHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        let name: StaticString = "content-"
        guard line.count > name.utf8CodeUnitCount else { return false }
        for index in 0..<name.utf8CodeUnitCount
        where line[index].lowercased != (name.utf8Start + index).pointee { return false }
        return line.contains(UInt8(ascii: ":"))
    }
}
