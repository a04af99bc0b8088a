package import Bytes

/// What is known of a part of a form without making it.
package struct PartOutline: Hashable, Sendable {
    /// The offset of its delimiter's text.
    package let delimiterStart: Int
    /// What ends the line of its delimiter.
    package let delimiterEnding: LineEnding
    /// How its header lines ended.
    package let headerEnd: HeaderEnd
    /// What its header lines are by themselves.
    package let headerFacts: HeaderFacts
    /// The content, without the line break that belongs to the next delimiter.
    package let content: Range<Int>
    /// The number of content bytes in gaps of the capture.
    package let missingBytes: Int

    /// Takes what is known of a part that was made.
    package init(_ part: borrowing BodyPart) {
        delimiterStart = part.delimiter.text.lowerBound
        delimiterEnding = part.delimiter.ending
        headerEnd = part.headerEnd
        headerFacts = part.headerFacts
        content = part.content
        missingBytes = part.facts.missingBytes
    }

    /// Takes what is known of a part of a regular form.
    init(_ part: borrowing RegularForm.Part) {
        delimiterStart = part.start
        delimiterEnding = .crlf
        headerEnd = .blankLine
        headerFacts = part.headerFacts
        content = part.content
        missingBytes = 0
    }
}

extension Form {
    /// What is known of the part at an index, from 0, without making it.
    package func outline(ofPartAt index: Int) -> PartOutline {
        guard isRegular else { return PartOutline(parts[index]) }
        return PartOutline(regular.parts[index])
    }

    /// Whether the part at an index, from 0, begins as most fields do: a delimiter line and a Content-Disposition with nothing
    /// but a name, in quotes and without anything that is escaped, each ended by CR LF, and a blank line.
    package func beginsAsMostFields(partAt index: Int) -> Bool {
        if isRegular { return regular.parts[index].headerFacts.isNameAlone }
        let outline = PartOutline(parts[index])
        guard case (.crlf, .blankLine) = (outline.delimiterEnding, outline.headerEnd) else { return false }
        return outline.headerFacts.isNameAlone
    }

    /// What ``BodyPart/withPlainTexts(_:)`` does for the part at an index, from 0, without making it.
    package func withPlainTexts(
        ofPartAt index: Int,
        _ body: (_ name: RawSpan, _ filename: RawSpan, _ type: RawSpan) -> Bool
    ) -> Bool {
        guard isRegular else { return parts[index].withPlainTexts(body) }
        return regular.withPlainTexts(ofPartAt: index, in: kept.firstBytes.span.bytes, body)
    }
}
