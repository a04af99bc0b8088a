/// An element of a page that matters to its forms.
struct PageElement: Sendable {
    /// What the element is.
    enum Kind: String, Sendable {
        case base, button, caption, fieldset, form, input, legend, meta, object, optgroup, option, output
        case select, table, td, textarea, th, tr, tbody, thead, tfoot
        /// Another one, kept for its id.
        case other
    }

    /// An attribute.
    struct Attribute: Sendable {
        /// The name in lowercase.
        var name: String
        /// The value, character references resolved.
        var value: String
        /// The name and the value with its quotes, as offsets in the decoded page.
        var range: Range<Int>
    }

    /// What the element is.
    var kind: Kind
    /// The index of the nearest kept ancestor; `nil` where there is none.
    var parent: Int?
    /// The start tag, as offsets in the decoded page; empty where the page has none.
    var startTag: Range<Int>
    /// The attributes, each name once, in order.
    var attributes: [Attribute]
    /// The text in it, of options and text areas.
    var text = ""
    /// Whether it was moved out of a table in which it may not stand.
    var isFostered: Bool

    /// The attribute with a name; `nil` where the element has none.
    func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// The value of an attribute.
    subscript(_ name: String) -> String? { attribute(name)?.value }

    /// Whether it has an attribute.
    func has(_ name: String) -> Bool { attribute(name) != nil }
}
