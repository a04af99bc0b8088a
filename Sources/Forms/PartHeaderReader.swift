import Bytes

/// Reads the header lines of parts.
struct PartHeaderReader {
    /// Limits of the form reader.
    var limits: FormLimits

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
    func read(
        _ number: Int,
        from start: Int,
        after delimiter: borrowing Delimiter,
        _ text: [UInt8],
        in window: borrowing ByteWindow,
        isFinal: Bool
    ) -> (block: HeaderBlock, header: PartHeader)? {
        // After such a delimiter, none can stand in plain lines.
        let mayBePlain =
            delimiter.ending == .crlf && text.first == 0x2D && number <= limits.parts
            && limits.header >= PlainPartHeader.greatestLength
        if mayBePlain, let header = window.plainHeader(at: start) {
            return (HeaderBlock(wholeFrom: start, length: header.facts.byteCount), header)
        }
        let block = window.headerBlock(
            from: start,
            delimiter: text,
            bareCREndsLines: delimiter.ending == .cr,
            limit: limits.header,
            isFinal: isFinal
        )
        guard let block else { return nil }
        return (block, header(number, from: start, to: block.linesEnd, after: delimiter, in: window))
    }

    /// The lines in a range; none for a part that is only counted.
    func header(
        _ number: Int,
        from start: Int,
        to end: Int,
        after delimiter: borrowing Delimiter,
        in window: borrowing ByteWindow
    ) -> PartHeader {
        let lines = window.bytes(start..<(number <= limits.parts ? end : start))
        return PartHeader(parsing: lines, base: start, bareCREndsLines: delimiter.ending == .cr)
    }
}
