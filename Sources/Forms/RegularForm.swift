package import Bytes

/// A form that is completely in memory and written as RFC 2046 §5.1.1 requires, as nearly all small ones are.
///
/// It is read in one pass without the checks that ``FormReader`` makes at each delimiter; the result is the
/// same. At the first irregularity it stops, and that reader starts from the beginning.
///
/// It holds places alone, and no bytes: what they stand in is handed in with each call. One value serves one body after the
/// other, so that reading a form takes no memory.
package struct RegularForm: Sendable {
    /// A part, as its places in the body.
    package struct Part: Sendable {
        /// The offset of its delimiter's text.
        let start: Int
        /// Its header lines; `nil` where they are not plain, see ``headers``.
        fileprivate let plainHeader: PlainPartHeader?
        /// What its header lines are by themselves.
        package let headerFacts: HeaderFacts
        /// The content, without the line break that belongs to the next delimiter.
        package let content: Range<Int>
        /// What the bytes of the content are.
        package let marks: ContentMarks
    }

    /// Its parts, in order.
    package private(set) var parts: [Part] = []
    /// The header lines that are not plain, of the parts that have such, in order.
    private var headers: [PartHeader] = []
    /// The length of the text of its delimiters, with which the body begins.
    private(set) var delimiterLength = 0
    /// The ending of the line of its close delimiter; the body ends with it.
    package private(set) var closeEnding = LineEnding.none

    /// No form.
    package init() {}

    /// The number of bytes that it takes in memory, roughly, without the room that it keeps for the next body.
    package var memoryBytes: Int { ArrayGrowth.bytes(parts.count, stride: MemoryLayout<Part>.stride) }

    /// Drops what was read, and keeps room for the next body, if not too much.
    package mutating func removeAll() {
        if parts.capacity <= Self.keptParts { parts.removeAll(keepingCapacity: true) } else { parts = [] }
        if !headers.isEmpty { headers = [] }
    }

    /// The greatest number of parts for which room is kept.
    private static let keptParts = 256

    /// Reads a body; returns false where anything in it is irregular.
    ///
    /// - Parameters:
    ///   - body: the body; its last byte is the last that was sent.
    ///   - boundary: the boundary that Content-Type declares.
    ///   - limits: what may be kept.
    /// - Returns: whether it is such a form.
    package mutating func read(_ body: [UInt8], boundary: ArraySlice<UInt8>, limits: FormLimits) -> Bool {
        read(ByteWindow(whole: body), boundary: boundary, limits)
    }

    /// Reads the body that is in a window.
    mutating func read(_ window: borrowing ByteWindow, boundary: ArraySlice<UInt8>, _ limits: FormLimits)
        -> Bool
    {
        removeAll()
        guard !boundary.isEmpty, window.count < limits.wholeBody, window.begins(withDelimiterOf: boundary)
        else { return false }
        delimiterLength = boundary.count + 2
        var isRegular = false
        window.withSpan(0..<window.end) { isRegular = readParts(of: $0, in: window, limits) }
        return isRegular
    }

    /// Reads the parts of a body, the bytes of which are those of a window.
    private mutating func readParts(
        of bytes: RawSpan,
        in window: borrowing ByteWindow,
        _ limits: FormLimits
    ) -> Bool {
        let length = delimiterLength
        let delimiter = bytes.extracting(0..<length)
        let probes = delimiter.withUnsafeBytes { ByteProbes($0) }
        let mayBePlain = limits.header >= PlainPartHeader.greatestLength
        var start = 0
        while parts.count < limits.parts {
            let lines = start &+ length &+ 2
            let plainHeader = mayBePlain ? PlainPartHeader(bytes.extracting(droppingFirst: lines)) : nil
            let headerFacts: HeaderFacts
            if let plainHeader {
                headerFacts = HeaderFacts(plainHeader, in: bytes.extracting(droppingFirst: lines))
            } else {
                guard let header = readHeader(at: lines, in: window, limits) else { return false }
                headers.append(header)
                headerFacts = header.facts
            }
            // After the blank line.
            let contentStart = lines &+ headerFacts.byteCount &+ 2
            guard let place = bytes.first(probes, of: delimiter, from: contentStart),
                bytes.endsPlainly(contentStart..<place)
            else { return false }
            let content = contentStart..<(place &- 2)
            var marks = ContentMarks()
            if content.count > 0 { marks.last = bytes.knownByte(content.upperBound &- 1) }
            if content.count > 1 { marks.secondLast = bytes.knownByte(content.upperBound &- 2) }
            let sample = bytes.extracting(content.prefix(limits.contentSample))
            marks.settle(content, sample, isFile: headerFacts.features.contains(.filename))
            // Such a line begins with a C, which was looked for in the sample already.
            let isSearched = marks.features.contains(.cLine) || content.count > limits.contentSample
            guard !isSearched || !bytes.mayHoldPartHeader(content) else { return false }
            parts.append(
                Part(
                    start: start,
                    plainHeader: plainHeader,
                    headerFacts: headerFacts,
                    content: content,
                    marks: marks
                )
            )
            start = place
            let end = place &+ length
            if bytes.holdsLineBreak(at: end) { continue }
            guard bytes.holds("--", at: end), let ending = bytes.lastLineEnding(at: end &+ 2)
            else { return false }
            closeEnding = ending
            return true
        }
        return false
    }

    /// The header lines of a part that are not plain; `nil` where they do not end in a blank line of CR LF.
    private func readHeader(
        at offset: Int,
        in window: borrowing ByteWindow,
        _ limits: FormLimits
    ) -> PartHeader? {
        let read = PartHeaderReader(limits: limits).read(
            parts.count + 1,
            from: offset,
            after: delimiter(parts.count, at: offset - delimiterLength - 2),
            window.bytes(0..<delimiterLength),
            in: window,
            isFinal: true
        )
        guard let read, read.block.end == .blankLine, read.block.blankLine == .crlf else { return nil }
        return read.header
    }

    /// The delimiter of the part with an index, the text of which begins at an offset.
    private func delimiter(_ index: Int, at start: Int) -> Delimiter {
        Delimiter(
            regular: start..<(start + delimiterLength),
            precedent: index == 0 ? .bodyStart : .crlf,
            lead: index == 0 ? 0..<0 : parts[index - 1].content.upperBound..<start
        )
    }

    /// The same, without the room that is kept for the next body.
    borrowing func kept() -> RegularForm {
        var kept = RegularForm()
        kept.parts = parts.withUnsafeBufferPointer { Array($0) }
        kept.headers = headers
        kept.delimiterLength = delimiterLength
        kept.closeEnding = closeEnding
        return kept
    }

    /// Calls a function with the name, the filename and the media type of the part at an index, which stand in the bytes of
    /// the body, where its header lines are plain; see ``BodyPart/withPlainTexts(_:)``.
    func withPlainTexts(
        ofPartAt index: Int,
        in body: RawSpan,
        _ texts: (_ name: RawSpan, _ filename: RawSpan, _ type: RawSpan) -> Bool
    ) -> Bool {
        guard let plain = parts[index].plainHeader else { return false }
        return plain.withTexts(in: body, from: parts[index].start &+ delimiterLength &+ 2, texts)
    }

    /// Its parts, with the bytes of the body that they were read from.
    func parts(of body: [UInt8], sampleLimit: Int) -> [BodyPart] {
        var others = headers[...]
        var made: [BodyPart] = []
        made.reserveCapacity(parts.count)
        for index in parts.indices {
            let delimiter = delimiter(index, at: parts[index].start)
            let (end, content) = (delimiter.end, parts[index].content)
            // Each is made in its place: what is named first is copied.
            made.append(
                BodyPart(
                    regular: index + 1,
                    delimiter,
                    parts[index].plainHeader.map {
                        PartHeader($0, parts[index].headerFacts, in: body, from: end, base: end)
                    } ?? others.removeFirst(),
                    content: content,
                    body[content.prefix(sampleLimit)],
                    parts[index].marks
                )
            )
        }
        return made
    }

    /// Its close delimiter, in a body of some bytes.
    func close(inBodyOf length: Int) -> Delimiter {
        let end = length - closeEnding.length
        let start = end - 2 - delimiterLength
        return Delimiter(
            precedent: .crlf,
            lead: (start - 2)..<start,
            text: start..<end,
            closeForm: .proper,
            padding: end..<end,
            junk: end..<end,
            ending: closeEnding
        )
    }
}

extension RawSpan {
    /// The offset of the first occurrence of a delimiter's text from an offset on.
    fileprivate func first(_ probes: ByteProbes, of delimiter: RawSpan, from offset: Int) -> Int? {
        withUnsafeBytes { bytes in
            delimiter.withUnsafeBytes { probes.first(of: $0, in: bytes, from: offset) }
        }
    }

    /// Whether a range ends in CR LF, the line break of the next delimiter, and not in CR CR LF.
    fileprivate func endsPlainly(_ content: Range<Int>) -> Bool {
        let (count, end) = (content.count, content.upperBound)
        guard count >= 2, holdsLineBreak(at: end &- 2) else { return false }
        return count < 3 || knownByte(end &- 3) != 0x0D
    }

    /// Whether the text of a part's header line occurs in a content.
    ///
    /// Not inlined, because nearly no part is searched, and the loop that calls it is faster without it.
    @inline(never)
    fileprivate func mayHoldPartHeader(_ content: Range<Int>) -> Bool {
        guard content.count > PartHeaderSearch.length else { return false }
        return extracting(content).withUnsafeBytes { PartHeaderSearch.first(in: $0, from: 0, to: $0.count) }
            != nil
    }

    /// The ending of the body's last line, where it has no text from an offset on: CR LF or none; `nil`
    /// otherwise.
    fileprivate func lastLineEnding(at offset: Int) -> LineEnding? {
        switch byteCount - offset {
        case 0: LineEnding.none
        case 2 where holdsLineBreak(at: offset): .crlf
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
