extension FieldSection {
    /// Parses bytes that hold header lines only, tolerantly: no input is rejected.
    ///
    /// A line ends at CR LF, CR CR LF or LF; a CR elsewhere is part of the line, unless `bareCREndsLines`.
    /// A line that begins with a blank continues the line before it (obs-fold, RFC 9112 §5.2); so does one
    /// that begins with VT or FF, which some readers treat as a fold. A bare LF inside a quoted string does
    /// not end a line if the line ends with CR LF after the closing quote.
    ///
    /// - Parameters:
    ///   - bytes: the lines, without the blank line after them.
    ///   - base: the absolute offset of the first byte.
    ///   - bareCREndsLines: whether a lone CR ends a line, as in a body whose line endings are all CR.
    package init(parsing bytes: [UInt8], base: Int, bareCREndsLines: Bool = false) {
        var lines: [FieldLine] = []
        if !bytes.isEmpty { lines.reserveCapacity(bytes.count > 128 ? 8 : 2) }
        var start = 0
        while start < bytes.count {
            var line = PhysicalLine(in: bytes.span, from: start, bareCREndsLines: bareCREndsLines)
            if line.ending == .lf { line = line.joinedInsideQuotes(in: bytes) }
            let first = bytes[start]
            let continues = first.isBlank || first == 0x0B || first == 0x0C
            if continues, !lines.isEmpty, line.textEnd > start {
                lines[lines.count - 1].extend(over: line, in: bytes, base: base)
            } else {
                lines.append(FieldLine(line, in: bytes, base: base))
            }
            start = line.end
        }
        self.init(bytes: bytes, base: base, lines: lines)
    }
}

extension FieldLine {
    /// Splits one physical line into name, colon and value.
    fileprivate init(_ line: PhysicalLine, in bytes: [UInt8], base: Int) {
        let colon = bytes[line.start..<line.textEnd].firstIndex(of: UInt8(ascii: ":"))
        let name = bytes.trimmed(line.start..<(colon ?? line.textEnd))
        let value = colon.map { bytes.trimmed(($0 + 1)..<line.textEnd) } ?? line.textEnd..<line.textEnd
        self.init(
            range: (base + line.start)..<(base + line.end),
            name: (base + name.lowerBound)..<(base + name.upperBound),
            colon: colon.map { base + $0 },
            value: (base + value.lowerBound)..<(base + value.upperBound),
            ending: line.ending,
            foldCount: 0
        )
    }

    /// Appends a continuation line: to the value, or to the name where no colon was found.
    ///
    /// A continuation of blanks alone leaves the value unchanged, so that no value ends in a line break.
    fileprivate mutating func extend(over line: PhysicalLine, in bytes: [UInt8], base: Int) {
        var (name, value) = (name, value)
        let text = bytes.trimmed(line.start..<line.textEnd)
        let upper = base + text.upperBound
        if colon == nil {
            if !text.isEmpty { name = (name.isEmpty ? base + text.lowerBound : name.lowerBound)..<upper }
            value = (base + line.textEnd)..<(base + line.textEnd)
        } else if !text.isEmpty {
            value = (value.isEmpty ? base + text.lowerBound : value.lowerBound)..<upper
        }
        self = FieldLine(
            range: range.lowerBound..<(base + line.end),
            name: name,
            colon: colon,
            value: value,
            ending: line.ending,
            foldCount: foldCount + 1
        )
    }
}

extension PhysicalLine {
    /// The line joined with the next one where the LF between them is inside a quoted string; otherwise the
    /// line itself.
    fileprivate func joinedInsideQuotes(in bytes: [UInt8]) -> PhysicalLine {
        guard end < bytes.count, bytes.leavesQuoteOpen(start..<textEnd) else { return self }
        let next = PhysicalLine(in: bytes.span, from: end)
        guard next.ending == .crlf, !bytes.leavesQuoteOpen(start..<next.textEnd) else { return self }
        return PhysicalLine(start: start, textEnd: next.textEnd, ending: .crlf)
    }
}

extension [UInt8] {
    /// Whether a quoted string that begins in a range does not end in it.
    fileprivate func leavesQuoteOpen(_ range: Range<Int>) -> Bool {
        var isOpen = false
        var isEscaped = false
        for byte in self[range] {
            if byte == UInt8(ascii: "\""), !isEscaped { isOpen.toggle() }
            isEscaped = isOpen && !isEscaped && byte == UInt8(ascii: "\\")
        }
        return isOpen
    }

    /// The range without the blanks at both its ends.
    fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isBlank { lower += 1 }
        while upper > lower, self[upper - 1].isBlank { upper -= 1 }
        return lower..<upper
    }
}
