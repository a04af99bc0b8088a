import Bytes

/// A part whose content is still arriving.
struct PartReading {
    /// The number of the part, from 1.
    let number: Int
    /// The delimiter before it.
    let delimiter: Delimiter
    /// The header lines; empty for a part that is only counted.
    let header: FieldSection
    /// How the header lines ended.
    let headerEnd: HeaderEnd
    /// What ends the blank line.
    let blankLine: LineEnding
    /// Where the content begins.
    let contentStart: Int
    /// The parsed Content-Disposition.
    let disposition: ContentDisposition?
    /// Content up to here has been taken.
    private(set) var taken: Int
    private var facts = ContentFacts()

    /// Begins a part.
    init(number: Int, delimiter: Delimiter, header: FieldSection, block: HeaderBlock) {
        self.number = number
        self.delimiter = delimiter
        self.header = header
        headerEnd = block.end
        blankLine = block.blankLine
        contentStart = block.contentStart
        disposition = ContentDisposition(header)
        taken = block.contentStart
    }

    /// Takes content up to an offset out of the window: keeps its first bytes, and hands it on.
    mutating func take(
        upTo end: Int,
        from window: borrowing ByteWindow,
        sampleLimit: Int,
        to content: ((Int, RawSpan) -> Void)?
    ) {
        guard end > taken else { return }
        let room = sampleLimit - facts.sample.count
        if room > 0, facts.missingBytes == 0 {
            let piece = window.bytes(taken..<min(taken + room, end))
            if facts.sample.isEmpty { facts.sample = piece } else { facts.sample += piece }
        }
        if let content { window.withSpan(taken..<end) { content(number, $0) } }
        taken = end
    }

    /// Is told that `length` bytes of content are missing, and that it goes on at `offset`.
    mutating func miss(_ length: Int, goingOnAt offset: Int) {
        facts.missingBytes += length
        taken = offset
    }

    /// Ends the content.
    mutating func finished(contentEnd end: Int, window: borrowing ByteWindow) -> BodyPart {
        facts.tail = window.bytes(max(contentStart, end - 2)..<max(end, contentStart))
        if disposition?.isFile != true { findLoneLineBreaks(contentEnd: end) }
        return BodyPart(self, contentEnd: end, facts: facts)
    }

    /// Looks through the sample of a text field for line breaks that are not CR LF pairs.
    private mutating func findLoneLineBreaks(contentEnd: Int) {
        guard facts.sample.contains(where: \.isLineBreak) else { return }
        var previous: UInt8 = 0
        for (index, byte) in facts.sample.enumerated() {
            if byte == 0x0A, previous != 0x0D, facts.firstLoneLF == nil {
                facts.firstLoneLF = contentStart + index
            }
            if previous == 0x0D, byte != 0x0A, facts.firstLoneCR == nil {
                facts.firstLoneCR = contentStart + index - 1
            }
            previous = byte
        }
        let isWhole = contentStart + facts.sample.count == contentEnd
        if previous == 0x0D, isWhole, facts.firstLoneCR == nil { facts.firstLoneCR = contentEnd - 1 }
    }
}
