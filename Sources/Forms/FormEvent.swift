package import Bytes

/// What a reader met in a body, in the order of the bytes.
package enum FormEvent: Hashable, Sendable {
    /// The delimiter and the header lines of a part.
    case partBegan(PartOpening)
    /// The end of the content of a part, by its number from 1: the offset at which the lead of the next delimiter, or
    /// the end of the body, stands.
    case partEnded(Int, contentEnd: Int)
    /// The close delimiter.
    case closed(Delimiter)
}

/// What stands before the content of a part.
package struct PartOpening: Hashable, Sendable {
    /// The number of the part, from 1.
    package let number: Int
    /// The delimiter before it.
    package let delimiter: Delimiter
    /// How the header lines ended.
    package let headerEnd: HeaderEnd
    /// What ends the blank line; `.none` where there is no blank line.
    package let blankLine: LineEnding
    /// The offset in the body at which the content begins.
    package let contentStart: Int
    /// The raw bytes of the name, `nil` where there is none.
    package let name: [UInt8]?
    /// Whether the part carries a `filename` (or `filename*`) parameter.
    package let isFile: Bool

    /// Takes what was read.
    init(_ number: Int, _ delimiter: Delimiter, _ header: PartHeader, _ block: HeaderBlock) {
        self.number = number
        self.delimiter = delimiter
        headerEnd = block.end
        blankLine = block.blankLine
        contentStart = block.contentStart
        name = header.name.map { Array($0) }
        isFile = header.isFile
    }

    /// Whether the delimiter and the end of the header lines are written as RFC 2046 §5.1.1 demands.
    package var isRegular: Bool { delimiter.isRegular && headerEnd == .blankLine && blankLine == .crlf }
}

extension FormReader {
    /// Takes what was read since the last call, in order.
    package mutating func takeEvents() -> [FormEvent] {
        guard let taken = events, !taken.isEmpty else { return [] }
        events = []
        return taken
    }

    /// The offset up to which it is known what each byte belongs to: a delimiter may begin at it, none before it that
    /// was not reported.
    package var settledEnd: Int {
        switch state {
        case .opening: 0
        case .unreadable: window.end
        case .scanning: max(min(region.firstNeeded, window.end), region.start)
        case .header: openDelimiter?.lead.lowerBound ?? 0
        }
    }

    /// Whether the body is read with a boundary that Content-Type declares; `nil` before that is decided.
    package var readsDeclaredBoundary: Bool? {
        switch state {
        case .opening: nil
        case .unreadable: false
        case .scanning, .header: !form.usesObservedBoundary
        }
    }
}
