import Bytes

/// What an upload must look like: a team's demands on one kind of form, read from a YAML file.
///
/// ```
///   which uploads ─ appliesTo        the request ─ methods, url, headers
///                                    its form    ─ fields, hasFixedOrder, allowsOtherFields
/// ```
package struct Contract: Hashable, Sendable {
    /// The name by which findings cite it.
    package var name: String
    /// A description for people; empty where there is none.
    package var summary = ""
    /// The URLs that the contract applies to; `nil` where it applies to every upload.
    package var appliesTo: URLPattern?
    /// The allowed methods of the request; empty for any.
    package var methods: [String] = []
    /// The URL that the request must go to; `nil` for any.
    package var url: URLPattern?
    /// The demands for the request's header fields.
    package var headers: [HeaderDemand] = []
    /// The demands for the form's fields, in order.
    package var fields: [FieldDemand] = []
    /// Whether the form's fields must come in the order of ``fields``.
    package var hasFixedOrder = false
    /// Whether the form may have fields that are not among ``fields``.
    package var allowsOtherFields = false

    /// Makes a contract that demands only that the form has no fields.
    package init(name: String) {
        self.name = name
    }
}

/// A demand for one header line, of a request or of a part.
package struct HeaderDemand: Hashable, Sendable {
    /// Whether it must be there.
    package enum Presence: String, Hashable, Sendable, CaseIterable {
        /// It must be there.
        case required
        /// It may be there.
        case optional
        /// It must not be there.
        case forbidden
    }

    /// The name, in any case.
    package var name: String
    /// Whether it must be there.
    package var presence = Presence.required
    /// What its value must be.
    package var value = ValueDemand()

    /// Makes a demand.
    package init(_ name: String, _ presence: Presence = .required, value: ValueDemand = ValueDemand()) {
        self.name = name
        self.presence = presence
        self.value = value
    }
}

/// A demand for a text: one of a few, or matching a pattern; without either, any text is accepted.
package struct ValueDemand: Hashable, Sendable {
    /// The allowed texts; empty for any.
    package var texts: [String] = []
    /// The pattern that the whole text must match.
    package var pattern: Pattern?

    /// Makes a demand.
    package init(_ texts: [String] = [], pattern: Pattern? = nil) {
        self.texts = texts
        self.pattern = pattern
    }

    /// Whether any text is accepted.
    package var isEmpty: Bool { texts.isEmpty && pattern == nil }

    /// Whether a text meets the demand.
    package func accepts(_ text: String) -> Bool {
        (texts.isEmpty || texts.contains { $0.utf8.elementsEqual(text.utf8) })
            && pattern?.matches(text) ?? true
    }

    /// The demand in words: "`a` or `b`", "what matches `[a-z]+`".
    package var words: String {
        var words: [String] = []
        if !texts.isEmpty {
            words.append(texts.map { "`\(PrintableText.text($0, limit: 80))`" }.joined(separator: " or "))
        }
        if let pattern { words.append("what matches `\(PrintableText.text(pattern.text, limit: 120))`") }
        return words.joined(separator: " and ")
    }
}
