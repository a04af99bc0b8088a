/// HTML: text that is put into it is escaped, markup is not.
struct Markup: ExpressibleByStringInterpolation, Sendable {
    /// Joins pieces of HTML.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var html = ""

        init(literalCapacity: Int, interpolationCount: Int) { html.reserveCapacity(2 * literalCapacity) }

        mutating func appendLiteral(_ literal: String) { html += literal }

        /// Text, which is escaped.
        mutating func appendInterpolation(_ text: String) { html += HTMLText.escaped(text) }

        mutating func appendInterpolation(_ number: Int) { html += String(number) }

        /// Markup; `nil` is nothing.
        mutating func appendInterpolation(_ markup: Markup?) { html += markup?.html ?? "" }

        /// Pieces of markup, one after another.
        mutating func appendInterpolation(_ pieces: [Markup]) {
            for piece in pieces { html += piece.html }
        }
    }

    /// The HTML.
    let html: String

    /// Takes HTML as it is.
    init(html: String) { self.html = html }

    init(stringLiteral html: String) { self.html = html }

    init(stringInterpolation: Interpolation) { html = stringInterpolation.html }
}
