/// HTML: text that is put into it is escaped, markup is not.
package struct Markup: ExpressibleByStringInterpolation, Sendable {
    /// Joins pieces of HTML.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var html = ""

        /// Makes room (`ExpressibleByStringInterpolation`).
        package init(literalCapacity: Int, interpolationCount: Int) {
            html.reserveCapacity(2 * literalCapacity)
        }

        /// Markup as it stands in the source.
        package mutating func appendLiteral(_ literal: String) { html += literal }

        /// Text, which is escaped.
        package mutating func appendInterpolation(_ text: String) { html += HTMLText.escaped(text) }

        /// A number.
        package mutating func appendInterpolation(_ number: Int) { html += String(number) }

        /// Markup; `nil` is nothing.
        package mutating func appendInterpolation(_ markup: Markup?) { html += markup?.html ?? "" }

        /// Pieces of markup, one after another.
        package mutating func appendInterpolation(_ pieces: [Markup]) {
            for piece in pieces { html += piece.html }
        }
    }

    /// The HTML.
    package let html: String

    /// Takes HTML as it is.
    package init(html: String) { self.html = html }

    /// Takes markup as it stands in the source.
    package init(stringLiteral html: String) { self.html = html }

    /// Takes joined pieces.
    package init(stringInterpolation: Interpolation) { html = stringInterpolation.html }
}
