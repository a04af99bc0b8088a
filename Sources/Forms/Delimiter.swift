package import Bytes

/// A line of a body that separates parts, or ends the last one, as written.
///
/// ```
///   CR LF  --boundary  --   blanks   junk   CR LF
///   └lead┘ └──── text ────┘ └padding┘└junk┘ └ending
///                      └ present where isClose
/// ```
/// All ranges are offsets in the body. (RFC 2046 §5.1.1.)
package struct Delimiter: Hashable, Sendable {
    /// What precedes the delimiter on its line.
    package enum Precedent: UInt8, Hashable, Sendable {
        /// Nothing: it is at the body's first byte.
        case bodyStart
        /// CR LF, as required.
        case crlf
        /// A bare LF.
        case lf
        /// A bare CR.
        case cr
        /// CR CR LF.
        case crcrlf
        /// Only blanks after a line break or the body's first byte: the delimiter is indented.
        case blanks
        /// Only dashes after CRLF or the body's first byte: the delimiter has more of them than it should.
        case dashes
        /// The blank line that ended the part's header lines: the empty content lacks its own CRLF.
        case blankLine
        /// A header line: the part has no blank line.
        case headerLine
        /// The line of another delimiter.
        case delimiterLine
        /// Other bytes, without a line break before the delimiter.
        case glued
        /// A gap in the capture.
        case gap
    }

    /// How the final dashes of a close delimiter are written.
    package enum CloseForm: UInt8, Hashable, Sendable {
        /// Exactly two dashes, directly after the boundary.
        case proper
        /// One dash.
        case oneDash
        /// Three dashes or more.
        case extraDashes
        /// Blanks between the boundary and two dashes.
        case spaced
        /// Only blanks after the boundary, then the end of the body.
        case blanksOnly
    }

    /// What precedes it on its line.
    package var precedent: Precedent
    /// How a close delimiter is written; `nil` for a delimiter that begins a part.
    package var closeForm: CloseForm?
    /// The ending of the line.
    package var ending: LineEnding
    /// The line break (and indentation) before the text; empty where there is none.
    package var lead: Range<Int>
    /// The dashes and the boundary, and for a close delimiter its final dashes or what replaces them.
    package var text: Range<Int>
    /// Blanks after the text (transport padding).
    package var padding: Range<Int>
    /// Other bytes on the same line after the text and padding.
    package var junk: Range<Int>

    /// Makes a delimiter that begins a part and is followed by CR LF.
    init(regular text: Range<Int>, precedent: Precedent, lead: Range<Int>) {
        self.init(
            precedent: precedent,
            lead: lead,
            text: text,
            closeForm: nil,
            padding: text.upperBound..<text.upperBound,
            junk: text.upperBound..<text.upperBound,
            ending: .crlf
        )
    }

    /// Makes a delimiter from its pieces.
    init(
        precedent: Precedent,
        lead: Range<Int>,
        text: Range<Int>,
        closeForm: CloseForm?,
        padding: Range<Int>,
        junk: Range<Int>,
        ending: LineEnding
    ) {
        self.precedent = precedent
        self.lead = lead
        self.text = text
        self.closeForm = closeForm
        self.padding = padding
        self.junk = junk
        self.ending = ending
    }

    /// Whether this is a close delimiter.
    package var isClose: Bool { closeForm != nil }
    /// The offset after the line, its ending included.
    package var end: Int { junk.upperBound + ending.length }
    /// Everything from the lead to the end of the line.
    package var range: Range<Int> { lead.lowerBound..<end }
    /// Whether it is where RFC 2046 §5.1.1 allows it: at the body's start or after CRLF.
    package var isAtLineStart: Bool { precedent == .bodyStart || precedent == .crlf }
    /// Whether it is written exactly as RFC 2046 §5.1.1 wants a composer to write it.
    package var isRegular: Bool {
        isAtLineStart && padding.isEmpty && junk.isEmpty && (ending == .crlf || isClose && ending == .none)
            && (closeForm == nil || closeForm == .proper)
    }
}

/// A place in a body where the delimiter's text occurs without being a delimiter.
package struct Occurrence: Hashable, Sendable {
    /// How the text occurs.
    package enum Kind: UInt8, Hashable, Sendable {
        /// At the beginning of a line, with other bytes following (RFC 2046 §5.1 "prefix of any line")
        case linePrefix
        /// In the middle of a line.
        case midline
        /// Alone on a line that begins after a bare LF or CR.
        case bareLineBreak
        /// After blanks at the beginning of a line.
        case indented
    }

    /// How it occurs.
    package var kind: Kind
    /// The text, as offsets in the body.
    package var text: Range<Int>
    /// The number of the part whose content contains it, from 1; `nil` in the preamble and the epilogue.
    package var part: Int?
    /// The bytes from the text to the end of its line, at most 64.
    package var line: [UInt8]
}
