import Bytes

/// What an upload must look like: a team's word on one kind of form, read from a YAML file.
///
/// ```
///   which uploads ─ appliesTo        the request ─ methods, url, headers
///                                    its form    ─ fields, hasFixedOrder, allowsOtherFields
/// ```
package struct Contract: Hashable, Sendable {
    /// The name by which findings cite it.
    package var name: String
    /// What it is about, for people; empty where nothing is said.
    package var summary = ""
    /// Uploads to other URLs are none of its business; `nil` where it holds for every upload.
    package var appliesTo: URLPattern?
    /// The methods that the request may have; empty where any will do.
    package var methods: [String] = []
    /// The URL that the request must go to; `nil` where any will do.
    package var url: URLPattern?
    /// What is demanded of the request's fields.
    package var headers: [HeaderDemand] = []
    /// What is demanded of the form's fields, in their order.
    package var fields: [FieldDemand] = []
    /// Whether the form's fields must come in the order of ``fields``.
    package var hasFixedOrder = false
    /// Whether the form may have fields that are not among ``fields``.
    package var allowsOtherFields = false

    /// Makes a contract that demands nothing but that there are no fields.
    package init(name: String) {
        self.name = name
    }
}

/// What is demanded of one header line, of a request or of a part.
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

    /// The name, in any letter case.
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

/// What a text must be: one of a few, or of a form; without either, anything.
package struct ValueDemand: Hashable, Sendable {
    /// The texts that it may be; empty where any will do.
    package var texts: [String] = []
    /// The pattern that it must match as a whole.
    package var pattern: Pattern?

    /// Makes a demand.
    package init(_ texts: [String] = [], pattern: Pattern? = nil) {
        self.texts = texts
        self.pattern = pattern
    }

    /// Whether anything will do.
    package var isEmpty: Bool { texts.isEmpty && pattern == nil }

    /// Whether a text is what is demanded.
    package func accepts(_ text: String) -> Bool {
        (texts.isEmpty || texts.contains(text)) && pattern?.matches(text) ?? true
    }

    /// What is demanded, in words: "`a` or `b`", "what matches `[a-z]+`".
    package var words: String {
        var words: [String] = []
        if !texts.isEmpty {
            words.append(texts.map { "`\(PrintableText.text($0, limit: 80))`" }.joined(separator: " or "))
        }
        if let pattern { words.append("what matches `\(PrintableText.text(pattern.text, limit: 120))`") }
        return words.joined(separator: " and ")
    }
}
