/// The fields that a client sends, their order and spelling.
///
/// Written as names separated by blanks: `A|B` matches either, `A?` a field that may be missing, `!A` one
/// that is never sent. Fields that are not named may appear anywhere: programs add their own.
package struct FieldPattern: Hashable, Sendable {
    private struct Step: Hashable {
        var names: [String]
        /// The names in lowercase.
        var folded: [String]
        var isOptional: Bool
        /// Whether HTTP/2 lacks one of them.
        var isAbsentInHTTP2: Bool
    }

    /// Fields of HTTP/1 that HTTP/2 does not have (RFC 9113 §8.2.2, §8.3.1).
    private static let notInHTTP2: Set<String> = [
        "host", "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
        "http2-settings",
    ]

    private let steps: [Step]
    private let forbidden: Set<String>
    /// The names in all steps, in lowercase.
    private let known: Set<String>

    /// Parses a pattern.
    package init(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        forbidden = Set(words.filter { $0.hasPrefix("!") }.map { $0.dropFirst().lowercased() })
        steps = words.filter { !$0.hasPrefix("!") }.map { word in
            let isOptional = word.hasSuffix("?")
            let names = (isOptional ? String(word.dropLast()) : word).split(separator: "|").map(String.init)
            let folded = names.map { $0.lowercased() }
            return Step(
                names: names,
                folded: folded,
                isOptional: isOptional,
                isAbsentInHTTP2: folded.contains(where: Self.notInHTTP2.contains)
            )
        }
        known = Set(steps.flatMap(\.folded))
    }

    /// The pattern in words: optional fields in parentheses, those never sent at the end.
    package var words: String {
        let names = steps.map { step in
            let name = step.names.joined(separator: " or ")
            return step.isOptional ? "(\(name))" : name
        }
        return (names + forbidden.sorted().map { "no \($0)" }).joined(separator: ", ")
    }

    /// Whether a match of the order is unlikely to be chance.
    package var isTelling: Bool { steps.count(where: { !$0.isOptional }) >= 4 }

    /// Whether a list of names, as sent and in order, matches.
    ///
    /// - Parameters:
    ///   - names: the names of a head's fields, without pseudo-header fields.
    ///   - isHTTP2: whether they were sent in HTTP/2, where all names are in lowercase.
    /// - Returns: whether each required field is present, in order.
    package func matches(_ names: [String], isHTTP2: Bool) -> Bool {
        var rest: [String] = []
        for name in names {
            let folded = name.lowercased()
            if forbidden.contains(folded) { return false }
            if known.contains(folded) { rest.append(name) }
        }
        var place = 0
        for step in steps {
            let isOptional = step.isOptional || (isHTTP2 && step.isAbsentInHTTP2)
            guard place < rest.count else {
                guard isOptional else { return false }
                continue
            }
            if (isHTTP2 ? step.folded : step.names).contains(rest[place]) {
                place += 1
            } else if !isOptional {
                return false
            }
        }
        return place == rest.count
    }
}
