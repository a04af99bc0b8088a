import Bytes

/// The bytes of a body that are in memory, addressed by their offsets in the body.
package struct ByteWindow: Sendable {
    private var bytes: [UInt8] = []
    /// The greatest number of bytes that it held before some were removed: the room for them stays.
    private var peak = 0
    /// Whether the whole body is in memory and stays: slices of it need no copy.
    private var isWhole = false
    /// The offset of the first byte in memory.
    package private(set) var start = 0

    /// Makes an empty window.
    package init() {}

    /// The number of bytes in memory.
    package var count: Int { bytes.count }
    /// The number of bytes that it takes in memory.
    var memoryBytes: Int { ArrayGrowth.bytes(max(peak, bytes.count)) }
    /// The offset after the last byte in memory.
    package var end: Int { start + bytes.count }

    /// The byte at an offset, `nil` outside the window.
    package subscript(_ offset: Int) -> UInt8? {
        let index = offset - start
        return index >= 0 && index < bytes.count ? bytes[index] : nil
    }

    /// Makes a window on a whole body.
    package init(whole body: [UInt8]) {
        bytes = body
        isWhole = true
    }

    /// Marks the end of the body at the end of the window.
    package mutating func close() {
        isWhole = start == 0
    }

    /// Adds bytes at the end.
    package mutating func append(_ span: RawSpan) {
        bytes.append(copying: span)
    }

    /// Removes all bytes before an offset.
    package mutating func discard(before offset: Int) {
        let count = min(max(offset - start, 0), bytes.count)
        peak = max(peak, bytes.count)
        bytes.removeSubrange(0..<count)
        start += count
    }

    /// Removes all bytes, and continues at an offset.
    package mutating func skip(to offset: Int) {
        peak = max(peak, bytes.count)
        bytes.removeAll(keepingCapacity: true)
        start = offset
    }

    /// Removes all bytes, and continues at an offset after the last `count` of other bytes.
    mutating func skip(to offset: Int, keeping passed: RawSpan, last count: Int) {
        skip(to: offset - count)
        append(passed.extracting((passed.byteCount - count)...))
    }

    /// Removes and returns all bytes, where the window begins at the body's first byte; `nil` otherwise.
    package mutating func takeWholeBody() -> [UInt8]? {
        guard start == 0 else { return nil }
        start = bytes.count
        defer {
            bytes = []
            peak = 0
        }
        return bytes
    }

    /// A copy of a range, clamped to what is in memory.
    package func bytes(_ range: Range<Int>) -> [UInt8] {
        let lower = min(max(range.lowerBound - start, 0), bytes.count)
        let upper = min(max(range.upperBound - start, lower), bytes.count)
        return Array(bytes[lower..<upper])
    }

    /// The bytes of a range, clamped to what is in memory: a slice of the whole body where that is kept, else
    /// a copy.
    package func sample(_ range: Range<Int>) -> ArraySlice<UInt8> {
        guard isWhole else { return bytes(range)[...] }
        let lower = min(max(range.lowerBound, 0), bytes.count)
        return bytes[lower..<min(max(range.upperBound, lower), bytes.count)]
    }

    /// The first bytes in memory.
    package func prefix(_ count: Int) -> [UInt8] { Array(bytes.prefix(count)) }

    /// Whether the body begins with two dashes, a boundary and CR LF.
    package func begins(withDelimiterOf boundary: ArraySlice<UInt8>) -> Bool {
        guard start == 0, bytes.count >= boundary.count + 4 else { return false }
        guard bytes[0] == 0x2D, bytes[1] == 0x2D, bytes[boundary.count + 2] == 0x0D,
            bytes[boundary.count + 3] == 0x0A
        else { return false }
        return bytes.span.bytes.extracting(droppingFirst: 2).begins(with: boundary.span.bytes)
    }

    /// Whether a byte string occurs in memory.
    package func contains(_ text: [UInt8]) -> Bool {
        first(ByteSearch(text), from: start) != nil
    }

    /// Whether a byte string occurs in memory at least `count` times.
    package func occurs(_ text: [UInt8], atLeast count: Int) -> Bool {
        let search = ByteSearch(text)
        var place = start
        for _ in 0..<count {
            guard let found = first(search, from: place) else { return false }
            place = found + text.count
        }
        return true
    }

    /// The offset of the first occurrence from an offset on, found by a filter where there is one.
    func first(_ search: ByteSearch, from offset: Int, by filter: WordFilter?) -> Int? {
        guard let filter else { return first(search, from: offset) }
        let from = max(offset - start, 0)
        return bytes.withUnsafeBytes { search.first(in: $0, from: from, by: filter) }.map { $0 + start }
    }

    /// Whether one of the texts of a filter may occur from an offset on.
    func mayHold(_ filter: WordFilter, from offset: Int) -> Bool {
        let from = max(offset - start, 0)
        return bytes.withUnsafeBytes { filter.first(in: $0, from: from, to: $0.count) } != nil
    }

    /// The offset of the first occurrence from an offset on.
    package func first(_ search: ByteSearch, from offset: Int) -> Int? {
        bytes.withUnsafeBytes { search.first(in: $0, from: max(offset - start, 0)) }.map { $0 + start }
    }

    /// Calls `body` with the bytes of a range, clamped to what is in memory, without copying them.
    package func withSpan(_ range: Range<Int>, _ body: (RawSpan) -> Void) {
        let lower = min(max(range.lowerBound - start, 0), bytes.count)
        let upper = min(max(range.upperBound - start, lower), bytes.count)
        body(bytes.span.bytes.extracting(lower..<upper))
    }

    /// The bytes from an offset to the end of the line, at most `limit`.
    package func line(from offset: Int, limit: Int) -> [UInt8] {
        let all = bytes(offset..<(offset + limit))
        return Array(all.prefix { !$0.isLineBreak })
    }

    /// The header lines that begin at an offset; `nil` where more bytes are needed.
    func headerBlock(
        from offset: Int,
        delimiter: [UInt8],
        bareCREndsLines: Bool,
        limit: Int,
        isFinal: Bool
    ) -> HeaderBlock? {
        let block = HeaderBlock(
            in: bytes.span,
            from: offset - start,
            delimiter: delimiter,
            bareCREndsLines: bareCREndsLines,
            limit: limit,
            isFinal: isFinal
        )
        guard var block else { return nil }
        block.linesEnd += start
        block.contentStart += start
        return block
    }

    /// The header lines at an offset, where they are plain and a blank line that ends in CR LF follows.
    func plainHeader(at offset: Int) -> PartHeader? {
        plainLines(at: offset).map { header($0, at: offset) }
    }

    /// The places and the facts of such header lines, which share no bytes with the window.
    func plainLines(at offset: Int) -> (PlainPartHeader, HeaderFacts)? {
        let lower = min(max(offset - start, 0), bytes.count)
        let rest = bytes.span.bytes.extracting(lower..<bytes.count)
        guard let plain = PlainPartHeader(rest) else { return nil }
        return (plain, HeaderFacts(plain, in: rest))
    }

    /// The header lines at an offset, of which places and facts are known.
    func header(_ lines: (plain: PlainPartHeader, facts: HeaderFacts), at offset: Int) -> PartHeader {
        let lower = offset - start
        guard !isWhole else {
            return PartHeader(lines.plain, lines.facts, in: bytes, from: lower, base: offset)
        }
        let copied = Array(bytes[lower..<(lower + lines.plain.byteCount)])
        return PartHeader(lines.plain, lines.facts, in: copied, from: 0, base: offset)
    }

    /// Where the search continues after an occurrence that was not a delimiter and ended at an offset.
    ///
    /// A boundary of dashes alone occurs at every byte of a line of dashes: the rest of the line is skipped.
    func searchResumes(_ search: ByteSearch, after offset: Int) -> Int {
        guard search.isOfDashes else { return offset }
        return bytes.withUnsafeBytes { ByteSearch.endOfRun(of: 0x2D, in: $0, from: max(offset - start, 0)) }
            + start
    }

    /// Where a delimiter begins that the end of the body truncates, `nil` where there is none.
    ///
    /// At least CR LF and two dashes must be present: many bodies end in a line break alone.
    package func cutDelimiter(_ text: [UInt8], from regionStart: Int) -> Int? {
        let whole = [0x0D, 0x0A] + text
        let longest = min(whole.count, bytes.count, end - regionStart)
        guard longest >= 4 else { return nil }
        for length in stride(from: longest, through: 4, by: -1)
        where bytes.suffix(length).elementsEqual(whole.prefix(length)) {
            return end - length
        }
        return nil
    }
}
