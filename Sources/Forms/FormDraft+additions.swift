/// Adds to a draft within the limits.
extension FormDraft {
    /// Adds a delimiter in the epilogue.
    mutating func addTrailing(_ delimiter: Delimiter, headerFollows: Bool, limit: Int) {
        if trailingDelimiters.count < limit { trailingDelimiters.append(delimiter) }
        if headerFollows, !delimiter.isClose { hasTrailingPart = true }
    }

    /// Adds a delimiter that no part follows, where there is one.
    mutating func addEmpty(_ delimiter: Delimiter?, limit: Int) {
        if let delimiter, emptyDelimiters.count < limit { emptyDelimiters.append(delimiter) }
    }

    /// Adds a place where the delimiter's text is not a delimiter; beyond the limit it is only counted.
    mutating func note(
        _ kind: Occurrence.Kind,
        at text: Range<Int>,
        part: Int?,
        in window: borrowing ByteWindow,
        _ limits: FormLimits
    ) {
        occurrenceCount += 1
        guard occurrences.count < limits.occurrences else { return }
        let line = window.line(from: text.lowerBound, limit: 64)
        occurrences.append(Occurrence(kind: kind, text: text, part: part, line: line))
        kept.keep((text.lowerBound - 64)..<(text.upperBound + 64), of: window, limits)
    }

    /// Adds header lines found in a content, and keeps the bytes around them of a body that is not kept whole.
    mutating func add(_ headers: [StrayHeader], of window: borrowing ByteWindow, _ limits: FormLimits) {
        for header in headers.prefix(limits.occurrences - strayHeaders.count) {
            strayHeaders.append(header)
            guard window.start > 0, kept.byteCount < limits.keptPieces else { continue }
            kept.insert(header.excerpt, at: header.excerptStart)
        }
    }
}

extension KeptBytes {
    /// Keeps a range of a body that is too large to be kept whole, as far as it is in memory.
    mutating func keep(_ range: Range<Int>, of window: borrowing ByteWindow, _ limits: FormLimits) {
        // A body within the limit is kept whole at the end; pieces are for longer ones.
        guard window.start > 0 || window.count >= limits.wholeBody, byteCount < limits.keptPieces else {
            return
        }
        let lower = max(range.lowerBound, window.start)
        let upper = min(range.upperBound, window.end)
        guard lower < upper else { return }
        add(window.bytes(lower..<upper), at: lower)
    }

    /// Keeps the last bytes in memory; all of them where the body's first byte is among them.
    mutating func keepTail(_ count: Int, of window: borrowing ByteWindow) {
        let lower = window.start == 0 ? 0 : max(window.start, window.end - count)
        guard lower < window.end else { return }
        add(window.bytes(lower..<window.end), at: lower)
    }
}
