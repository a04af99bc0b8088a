/// A pattern for URLs: `*` matches any characters, `?` one, and all others themselves.
///
/// A pattern must match the whole text. The worst-case time is the product of both lengths.
package struct Glob: Hashable, Sendable {
    /// The pattern, as written.
    package let text: String
    private let pattern: [Unicode.Scalar]

    /// Makes a pattern.
    package init(_ pattern: String) {
        text = pattern
        self.pattern = Array(pattern.unicodeScalars)
    }

    /// Whether the pattern matches.
    package func matches(_ text: String) -> Bool {
        let text = Array(text.unicodeScalars)
        var place = 0
        var index = 0
        var star: (place: Int, index: Int)?
        while index < text.count {
            if place < pattern.count, pattern[place] == "*" {
                star = (place, index)
                place += 1
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[index] {
                place += 1
                index += 1
            } else if let last = star {
                // The latest star matches one character more.
                star = (last.place, last.index + 1)
                place = last.place + 1
                index = last.index + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }
}
