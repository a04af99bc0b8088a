import Bytes

/// A part whose content is still arriving.
struct PartReading: Sendable {
    /// The number of the part, from 1.
    let number: Int
    /// The delimiter before it.
    let delimiter: Delimiter
    /// The header lines; empty for a part that is only counted.
    let header: PartHeader
    /// How the header lines ended.
    let headerEnd: HeaderEnd
    /// The ending of the blank line.
    let blankLine: LineEnding
    /// The offset at which the content begins.
    let contentStart: Int
    /// Content up to here has been taken.
    private(set) var taken: Int
    private var facts = ContentFacts()

    /// Begins a part.
    init(number: Int, delimiter: Delimiter, header: PartHeader, block: HeaderBlock) {
        self.number = number
        self.delimiter = delimiter
        self.header = header
        headerEnd = block.end
        blankLine = block.blankLine
        contentStart = block.contentStart
        taken = block.contentStart
    }

    /// Consumes content of the window up to an offset: keeps its first bytes, and passes it on.
    mutating func take(
        upTo end: Int,
        from window: borrowing ByteWindow,
        sampleLimit: Int,
        to collected: inout [ContentPiece]?
    ) {
        guard end > taken else { return }
        let room = sampleLimit - facts.opening.count
        if room > 0, facts.missingBytes == 0 {
            facts.addToSample(window.sample(taken..<min(taken + room, end)))
        }
        if collected != nil {
            collected?.append(ContentPiece(part: number, bytes: window.bytes(taken..<end)))
        }
        taken = end
    }

    /// Consumes content up to an offset that was read in place, not through the window.
    mutating func take(
        _ bytes: RawSpan,
        upTo end: Int,
        sampleLimit: Int,
        to collected: inout [ContentPiece]?
    ) {
        let room = min(sampleLimit - facts.opening.count, bytes.byteCount)
        if room > 0, facts.missingBytes == 0 {
            facts.addToSample(bytes.extracting(0..<room).withUnsafeBytes { Array($0)[...] })
        }
        if collected != nil {
            collected?.append(ContentPiece(part: number, bytes: bytes.withUnsafeBytes { Array($0) }))
        }
        taken = end
    }

    /// The next `length` bytes of content are missing; it goes on at `offset`.
    mutating func miss(_ length: Int, goingOnAt offset: Int) {
        facts.marks.missingBytes += length
        taken = offset
    }

    /// Whether the part carries a `filename` (or `filename*`) parameter.
    var isFile: Bool { header.isFile }

    /// Ends the content.
    consuming func finished(contentEnd end: Int, window: borrowing ByteWindow) -> BodyPart {
        var facts = facts
        let content = contentStart..<max(end, contentStart)
        let opening = facts.opening
        facts.marks.settle(content, opening.span.bytes, isFile: isFile)
        if content.count > 0 { facts.marks.last = window[content.upperBound - 1] }
        if content.count > 1 { facts.marks.secondLast = window[content.upperBound - 2] }
        return BodyPart(self, contentEnd: end, facts: facts)
    }
}

extension ContentMarks {
    /// Learns what occurs in the first bytes of a content, the end of which is known.
    mutating func settle(_ content: Range<Int>, _ opening: RawSpan, isFile: Bool) {
        features = ContentFeatures(in: opening)
        if features.contains(.lineBreak), !isFile { findLoneLineBreaks(in: content, opening) }
    }

    /// Searches the sample of a text field for line breaks that are not CR LF.
    private mutating func findLoneLineBreaks(in content: Range<Int>, _ opening: RawSpan) {
        var previous: UInt8 = 0
        for index in 0..<opening.byteCount {
            let byte = opening.knownByte(index)
            if byte == 0x0A, previous != 0x0D, firstLoneLF == nil {
                firstLoneLF = content.lowerBound + index
            }
            if previous == 0x0D, byte != 0x0A, firstLoneCR == nil {
                firstLoneCR = content.lowerBound + index - 1
            }
            previous = byte
        }
        let isWhole = content.lowerBound + opening.byteCount == content.upperBound
        if previous == 0x0D, isWhole, firstLoneCR == nil { firstLoneCR = content.upperBound - 1 }
    }
}
