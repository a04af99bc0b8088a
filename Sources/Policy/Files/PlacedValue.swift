/// A value in a YAML file with its place, so that every error message can name it.
struct PlacedValue: Hashable, Sendable {
    /// What the value is.
    enum Content: Hashable, Sendable {
        /// Text; numbers and words such as `off` are kept as text until a caller asks for another type.
        case text(String)
        /// An empty value, `~` or `null`.
        case nothing
        /// Values in order.
        case list([PlacedValue])
        /// Names and values in order; each name occurs once.
        case members([Member])
    }

    /// A name and its value.
    struct Member: Hashable, Sendable {
        /// The name.
        var name: String
        /// Where the name stands.
        var place: FilePlace
        /// The value.
        var value: PlacedValue
    }

    /// What the value is.
    var content: Content
    /// Where it begins.
    var place: FilePlace

    /// The text; `what` names the value in the error message where it is something else.
    func text(_ what: String) throws(PolicyFailure) -> String {
        guard case .text(let text) = content else {
            throw place.failure("\(what) must be a text, not \(kind)")
        }
        return text
    }

    /// The text, or the texts of a list.
    func texts(_ what: String) throws(PolicyFailure) -> [String] {
        try items(what).map { value throws(PolicyFailure) in try value.text(what) }
    }

    /// The values of a list; a single value counts as a list of one.
    func items(_ what: String) throws(PolicyFailure) -> [PlacedValue] {
        switch content {
        case .list(let items): return items
        case .text: return [self]
        case .nothing, .members: throw place.failure("\(what) must be a text or a list, not \(kind)")
        }
    }

    /// One of a few allowed words.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ what: String,
        of: Choice.Type
    ) throws(PolicyFailure) -> Choice where Choice.RawValue == String {
        let words = Choice.allCases.map(\.rawValue)
        let text = try self.text(what)
        guard let choice = Choice(rawValue: text) else {
            throw place.failure("\(what) is one of \(words.joined(separator: ", ")), not '\(text)'")
        }
        return choice
    }

    /// `true` or `false`.
    func flag(_ what: String) throws(PolicyFailure) -> Bool {
        switch try text(what) {
        case "true", "yes": true
        case "false", "no": false
        default: throw place.failure("\(what) is true or false")
        }
    }

    /// A whole number of 0 or more.
    func count(_ what: String) throws(PolicyFailure) -> Int {
        guard case .text(let text) = content, let number = Int(text), number >= 0 else {
            throw place.failure("\(what) must be a whole number, 0 or more")
        }
        return number
    }

    /// The members of a mapping; names that are not among `known` are rejected.
    func members(_ what: String, knowing known: [String]) throws(PolicyFailure) -> Members {
        try Members(self, what, knowing: known)
    }

    /// The kind of value, in words.
    var kind: String {
        switch content {
        case .text(let text): "the text '\(text.prefix(40))'"
        case .nothing: "nothing"
        case .list: "a list"
        case .members: "a mapping"
        }
    }
}
