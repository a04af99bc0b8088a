import Bytes
import Forms
import Inspection

/// Bytes between the line break before a delimiter and its dashes, which a writer has added: they are no content, and the
/// delimiter is none for receivers.
package enum StrayBytes: CaseIterable {
    /// The byte order mark of UTF-8.
    case mark
    /// The NUL that ends a string in C.
    case nul
    /// The comma that JavaScript writes between the elements of an array.
    case comma
    /// A dash that an editor made of the first two.
    case dash

    /// Looks for them, alone after CRLF, at the end of what stands before a delimiter.
    package init?(endOf before: ArraySlice<UInt8>) {
        let found = Self.allCases.first {
            before.suffix($0.bytes.count + 2).elementsEqual([0x0D, 0x0A] + $0.bytes)
        }
        guard let found else { return nil }
        self = found
    }

    /// The bytes.
    package var bytes: [UInt8] {
        switch self {
        case .mark: [0xEF, 0xBB, 0xBF]
        case .nul: [0x00]
        case .comma: [0x2C]
        case .dash: [0xE2, 0x80, 0x94]
        }
    }

    /// What it is, in words.
    var words: String {
        switch self {
        case .mark: "a UTF-8 byte order mark, `\\xEF\\xBB\\xBF`,"
        case .nul: "a NUL"
        case .comma: "a comma"
        case .dash: "an em dash"
        }
    }

    /// How to write none.
    var hint: String {
        switch self {
        case .mark: Self.markHint
        case .nul:
            "Send as many bytes of each string as `strlen` counts: the NUL that ends it in C is not sent."
        case .comma:
            "Join the pieces with nothing between them (`join('')`): an array that is made a string has commas."
        case .dash:
            "Write the delimiter with hyphens (U+002D): an editor has put a typographic dash in their place."
        }
    }

    /// How to write no byte order mark.
    static let markHint =
        "Write the whole body with one writer that writes no byte order mark (`new UTF8Encoding(false)` in .NET): a "
        + "StreamWriter for each part begins it with one."
}

extension Form {
    /// What stands alone between CRLF and a delimiter; `nil` for nothing that is known.
    func stray(before delimiter: Delimiter) -> StrayBytes? {
        guard delimiter.precedent == .glued else { return nil }
        return StrayBytes(endOf: kept.window(at: delimiter.text.lowerBound, before: 5, after: 0).bytes)
    }

    /// Whether a UTF-8 byte order mark stands before a delimiter, on the same line and alone.
    func hasMark(before delimiter: Delimiter) -> Bool { stray(before: delimiter) == .mark }

    /// Whether CRLF stands before the LF before a delimiter, in a body whose delimiter lines end in CRLF.
    func hasSpareFeed(before delimiter: Delimiter) -> Bool {
        guard delimiter.precedent == .lf, parts.first?.delimiter.ending == .crlf else { return false }
        let before = kept.window(at: delimiter.lead.lowerBound, before: 2, after: 0).bytes
        return before.elementsEqual([0x0D, 0x0A])
    }
}
