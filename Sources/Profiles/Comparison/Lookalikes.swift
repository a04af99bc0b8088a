/// Tells values of a trait apart whose texts look alike.
enum Lookalikes {
    /// The texts of the values, each with what sets it apart from another that looks like it; `nil` where a request
    /// has none.
    static func texts(of traits: [Trait?]) -> [String?] {
        traits.indices.map { index -> String? in
            guard let trait = traits[index] else { return nil }
            guard trait.state != .unknown else { return trait.text }
            let mark = traits.indices.lazy.compactMap { place -> String? in
                guard let other = traits[place], other.state != .unknown, other.state != trait.state else {
                    return nil
                }
                return self.mark(on: trait.text, beside: other.text, isLater: place < index)
            }.first
            return mark.map { "\(trait.text) (\($0))" } ?? trait.text
        }
    }

    /// What sets a text apart from another one; `nil` where they do not look alike, or the other one has the mark.
    private static func mark(on text: String, beside other: String, isLater: Bool) -> String? {
        // Long values are shown up to a limit.
        if text.utf8.elementsEqual(other.utf8) { return isLater ? "differs further on" : nil }
        if text == other {
            let counts = (own: text.unicodeScalars.count, other: other.unicodeScalars.count)
            if counts.own > counts.other { return "decomposed, NFD" }
            return counts.own == counts.other && isLater ? "in other code points" : nil
        }
        let (own, its) = (Blanks(text), Blanks(other))
        guard own.core == its.core else { return nil }
        let marks = [
            own.leading > its.leading ? "begins with a space" : nil,
            own.trailing > its.trailing ? "ends in a space" : nil,
        ]
        let found = marks.compactMap(\.self)
        return found.isEmpty ? nil : found.joined(separator: " and ")
    }
}

/// The spaces around a text.
private struct Blanks {
    /// The number of spaces before it.
    let leading: Int
    /// The number of spaces after it.
    let trailing: Int
    /// The text between them.
    let core: String

    init(_ text: String) {
        let scalars = text.unicodeScalars
        leading = scalars.prefix { $0 == " " }.count
        let rest = scalars.dropFirst(leading)
        trailing = rest.reversed().prefix { $0 == " " }.count
        core = String(String.UnicodeScalarView(rest.dropLast(trailing)))
    }
}
