/// The role of a piece of text, which determines its colour.
package enum Ink: Hashable, Sendable {
    /// A finding of severity error.
    case error
    /// A finding of severity warning.
    case warning
    /// A finding of severity note.
    case note
    /// Success.
    case good
    /// Emphasized text.
    case strong
    /// De-emphasized text.
    case faint
    /// The frame around excerpts: arrows, bars, offsets.
    case gutter
    /// A delimiter or its line break.
    case delimiter
    /// A header line or the blank line after it.
    case header
    /// A part's content.
    case content
    /// Bytes that belong to no part.
    case stray

    /// The ink of a severity.
    package init(_ severity: Severity) {
        switch severity {
        case .error: self = .error
        case .warning: self = .warning
        case .note: self = .note
        }
    }

    /// The parameters of SGR (ECMA-48 §8.3.117).
    fileprivate var parameters: String {
        switch self {
        case .error: "1;31"
        case .warning: "1;33"
        case .note: "1;36"
        case .good: "1;32"
        case .strong: "1"
        case .faint: "2"
        case .gutter: "1;34"
        case .delimiter: "35"
        case .header: "36"
        case .content: "39"
        case .stray: "33"
        }
    }
}

/// The style of text: with or without colours, and its width.
package struct TextStyle: Hashable, Sendable {
    /// Whether escape sequences for colours are written.
    package var isColored: Bool
    /// The number of columns.
    package var width: Int

    /// Makes a style; by default plain text of 100 columns.
    package init(isColored: Bool = false, width: Int = 100) {
        self.isColored = isColored
        self.width = max(width, 40)
    }

    /// The text in a colour, where there are colours.
    package func paint(_ text: String, _ ink: Ink) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(ink.parameters)m\(text)\u{1B}[0m" : text
    }
}
