import Bytes
package import Exchanges

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
    /// Whether the text goes to a terminal: long URLs are elided there, and whole everywhere else.
    package var isTerminal: Bool

    /// The length of a target in bytes beyond which it is cut wherever it is shown.
    private static let targetLimit = 4000
    /// The width of a target on a terminal, in columns.
    private static let targetColumns = 60

    /// Makes a style; by default plain text of 100 columns.
    package init(isColored: Bool = false, width: Int = 100, isTerminal: Bool = false) {
        self.isColored = isColored
        self.width = max(width, 40)
        self.isTerminal = isTerminal
    }

    /// The method and the target of a request, escaped for display: `POST /upload`; empty for a bare body.
    package func requestLine(of exchange: Exchange) -> String {
        let line = exchange.requestLine(limit: Self.targetLimit)
        let method = exchange.method.isEmpty ? 0 : PrintableText.text(exchange.method).columns + 1
        return isTerminal ? line.elided(to: Self.targetColumns + method) : line
    }

    /// The text in a colour, where there are colours.
    package func paint(_ text: String, _ ink: Ink) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(ink.parameters)m\(text)\u{1B}[0m" : text
    }
}
