import Bytes

/// Reads the header lines of parts; lines equal to those at the same position of the last form are not parsed
/// again.
struct PartHeaderReader {
    /// Limits of the form reader.
    var limits: FormLimits
    /// The cache of part headers.
    var cache: PartHeaderCache

    /// Reads the lines that follow a delimiter.
    ///
    /// - Parameters:
    ///   - number: the number of the part that begins, from 1.
    ///   - start: the offset of the first line.
    ///   - delimiter: the delimiter before it.
    ///   - text: the delimiter text.
    ///   - window: the bytes.
    ///   - isFinal: whether no more bytes follow.
    /// - Returns: the ranges of the lines and the blank line, and the parsed lines; `nil` where more bytes
    ///   are needed.
    mutating func read(
        _ number: Int,
        from start: Int,
        after delimiter: borrowing Delimiter,
        _ text: [UInt8],
        in window: borrowing ByteWindow,
        isFinal: Bool
    ) -> (block: HeaderBlock, header: PartHeader)? {
        // Such a delimiter does not affect how the lines after it are read.
        let isRegular =
            delimiter.ending == .crlf && text.first == 0x2D && number <= limits.parts
            && limits.header >= PartHeaderCache.greatestLength
        if isRegular, let header = window.knownHeader(at: start, ofPart: number, &cache) {
            return (HeaderBlock(wholeFrom: start, length: header.bytes.count), header)
        }
        let block = window.headerBlock(
            from: start,
            delimiter: text,
            bareCREndsLines: delimiter.ending == .cr,
            limit: limits.header,
            isFinal: isFinal
        )
        guard let block else { return nil }
        let header = header(number, from: start, to: block.linesEnd, after: delimiter, in: window)
        if isRegular, block.end == .blankLine, block.blankLine == .crlf {
            cache.expect(header, ofPart: number)
        }
        return (block, header)
    }

    /// The lines in a range, parsed or from the cache; none for a part that is only counted.
    mutating func header(
        _ number: Int,
        from start: Int,
        to end: Int,
        after delimiter: borrowing Delimiter,
        in window: borrowing ByteWindow
    ) -> PartHeader {
        window.header(
            start..<(number <= limits.parts ? end : start),
            bareCREndsLines: delimiter.ending == .cr,
            &cache
        )
    }
}
