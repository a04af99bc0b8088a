/// A form of a page.
package struct PageForm: Sendable {
    /// How its data are sent (HTML standard, form submission attributes).
    package enum Enctype: String, Hashable, Sendable {
        /// Names and values in one line: of a file the name alone.
        case urlencoded = "application/x-www-form-urlencoded"
        /// In parts, files with their content.
        case multipart = "multipart/form-data"
        /// In lines of text: of a file the name alone.
        case plain = "text/plain"

        /// The encoding that an attribute's value names: the first for a value that is none, or is missing.
        init(attribute: String?) {
            self = attribute.flatMap { Enctype(rawValue: $0.asciiLowercased) } ?? .urlencoded
        }
    }

    /// The request's method.
    package enum Method: String, Hashable, Sendable {
        /// In the URL's query.
        case get = "GET"
        /// In the body.
        case post = "POST"
        /// Nothing is sent: a dialog is closed.
        case dialog

        /// The method that an attribute's value names: GET for a value that is none, or is missing.
        init(attribute: String?) {
            switch attribute?.asciiLowercased {
            case "post": self = .post
            case "dialog": self = .dialog
            default: self = .get
            }
        }
    }

    /// Its number in the page, from 1.
    package var number: Int
    /// Its start tag, in the page as it was sent.
    package var startTag: Range<Int>
    /// Its end tag; `nil` where the page has none that closes it.
    package var endTag: Range<Int>?
    /// Its `id`, or else its `name`.
    package var label: String?
    /// The `action` as it is written; `nil` where there is none.
    package var action: String?
    /// The action, resolved; `nil` where the page's URL is not known, or the scheme is none of HTTP.
    package var address: PageAddress?
    /// The method.
    package var method: Method
    /// The encoding.
    package var enctype: Enctype
    /// The places of attributes that rules point at, by name.
    package var attributes: [String: Range<Int>]
    /// The `accept-charset`; `nil` where there is none.
    package var acceptCharset: String?
    /// The encoding in which it sends.
    package var charset: PageCharset
    /// The controls that belong to it, as indices among those of the page, in tree order.
    package var controls: [Int]
    /// Whether it stands in a table, where it may not stand, so that it has no children.
    package var isEmptiedByTable: Bool
    /// The index of the element.
    var element: Int

    /// What it is called in sentences: "form 2".
    package var title: String { "form \(number)" }
}

extension String {
    /// The text with ASCII letters in lowercase.
    var asciiLowercased: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
                }
            )
        )
    }
}
