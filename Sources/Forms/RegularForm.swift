import Bytes

/// A form that is completely in memory and written as RFC 2046 §5.1.1 requires, as nearly all small ones are.
///
/// It is read in one pass without the checks that ``FormReader`` makes at each delimiter; the result is the
/// same. At the first irregularity it stops, and that reader starts from the beginning.
struct RegularForm {
    /// The number of parts for which capacity is reserved.
    private static let usualParts = 4
    /// The greatest number of parts for which it is reserved after the first ones.
    private static let expectedParts = 256

    /// The search for its delimiters.
    let search: ByteSearch
    /// Its parts.
    private(set) var parts: [BodyPart] = []
    /// Its close delimiter.
    private(set) var close: Delimiter

    /// Reads a body; `nil` where anything in it is irregular.
    ///
    /// - Parameters:
    ///   - window: the body.
    ///   - boundary: the boundary that Content-Type declares.
    ///   - headers: reads the header lines of parts.
    init?(in window: borrowing ByteWindow, boundary: [UInt8], _ headers: PartHeaderReader) {
        let limits = headers.limits
        guard !boundary.isEmpty, window.count < limits.wholeBody, window.begins(withDelimiterOf: boundary)
        else { return nil }
        search = ByteSearch([0x2D, 0x2D] + boundary)
        let length = search.needle.count
        let mayBePlain = limits.header >= PlainPartHeader.greatestLength
        var delimiter = Delimiter(regular: 0..<length, precedent: .bodyStart, lead: 0..<0)
        while true {
            let number = parts.count + 1
            guard number <= limits.parts else { return nil }
            let header: PartHeader
            if mayBePlain, let lines = window.plainLines(at: delimiter.end) {
                header = window.header(lines, at: delimiter.end)
            } else {
                let start = delimiter.end
                let read = headers.read(
                    number,
                    from: start,
                    after: delimiter,
                    search.needle,
                    in: window,
                    isFinal: true
                )
                guard let read, read.block.end == .blankLine, read.block.blankLine == .crlf else {
                    return nil
                }
                header = read.header
            }
            // After the blank line.
            let start = header.end + 2
            guard let place = window.first(search, from: start), window.endsPlainly(start..<place) else {
                return nil
            }
            let content = start..<(place - 2)
            var facts = ContentFacts()
            facts.addToSample(window.sample(content.prefix(limits.contentSample)))
            facts.settle(content, in: window, isFile: header.isFile)
            // Such a line begins with a C, which was looked for in the sample already.
            let isSearched = facts.features.contains(.cLine) || content.count > limits.contentSample
            guard !isSearched || !window.mayHoldPartHeader(content) else { return nil }
            if parts.isEmpty {
                parts.reserveCapacity(Self.usualParts)
            } else if parts.count == Self.usualParts {
                // As many as there are if the others are as long as these; an array that grows copies all again and again.
                parts.reserveCapacity(min(parts.count * window.count / place + 2, Self.expectedParts))
            }
            parts.append(BodyPart(regular: number, delimiter, header, content: content, consume facts))
            let lead = content.upperBound..<place
            let end = place + length
            switch (window[end], window[end + 1]) {
            case (0x0D?, 0x0A?):
                delimiter = Delimiter(regular: place..<end, precedent: .crlf, lead: lead)
            case (0x2D?, 0x2D?):
                guard let ending = window.lastLineEnding(at: end + 2) else { return nil }
                close = Delimiter(
                    precedent: .crlf,
                    lead: lead,
                    text: place..<(end + 2),
                    closeForm: .proper,
                    padding: (end + 2)..<(end + 2),
                    junk: (end + 2)..<(end + 2),
                    ending: ending
                )
                return
            default: return nil
            }
        }
    }
}

extension Form {
    /// Reads a body that is completely in memory; `nil` where anything in it is irregular.
    ///
    /// - Parameters:
    ///   - body: the body; its last byte is the last that was sent.
    ///   - declared: the boundaries that Content-Type declares.
    ///   - limits: what may be kept.
    package convenience init?(
        regular body: [UInt8],
        declared: [[UInt8]],
        limits: FormLimits
    ) {
        guard let boundary = declared.first else { return nil }
        let headers = PartHeaderReader(limits: limits)
        guard let regular = RegularForm(in: ByteWindow(whole: body), boundary: boundary, headers) else {
            return nil
        }
        self.init(regular, of: body, declared: declared)
    }
}

extension ByteWindow {
    /// Whether a range ends in CR LF, the line break of the next delimiter, and not in CR CR LF.
    fileprivate func endsPlainly(_ content: Range<Int>) -> Bool {
        let end = content.upperBound
        guard content.count >= 2, self[end - 1] == 0x0A, self[end - 2] == 0x0D else { return false }
        return content.count < 3 || self[end - 3] != 0x0D
    }

    /// Whether the text of a part's header line occurs in a content.
    fileprivate func mayHoldPartHeader(_ content: Range<Int>) -> Bool {
        guard content.count > PartHeaderSearch.length else { return false }
        var isFound = false
        withSpan(content) { span in
            isFound = span.withUnsafeBytes { PartHeaderSearch.first(in: $0, from: 0, to: $0.count) } != nil
        }
        return isFound
    }

    /// The ending of the body's last line, where it has no text from an offset on: CR LF or none; `nil`
    /// otherwise.
    fileprivate func lastLineEnding(at offset: Int) -> LineEnding? {
        switch end - offset {
        case 0: LineEnding.none
        case 2 where self[offset] == 0x0D && self[offset + 1] == 0x0A: .crlf
        default: nil
        }
    }
}

extension Range<Int> {
    /// The first `count` of the offsets.
    fileprivate func prefix(_ count: Int) -> Range<Int> {
        lowerBound..<Swift.min(upperBound, lowerBound + count)
    }
}
