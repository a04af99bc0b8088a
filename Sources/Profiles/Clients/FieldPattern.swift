/// The fields that a client sends, their order and spelling.
///
/// Written as names separated by blanks: `A|B` matches either, `A?` a field that may be missing, `!A` one
/// that is never sent. Fields that are not named may appear anywhere: programs add their own.
package struct FieldPattern: Hashable, Sendable {
    private struct Step: Hashable {
        var names: [String]
        /// The digest of the first name; most steps have no others.
        var first: FieldNameDigest
        var others: [FieldNameDigest]
        var isOptional: Bool
        /// Whether HTTP/2 lacks one of them.
        var isAbsentInHTTP2: Bool

        /// Whether a name is one of these; in HTTP/2 all are in lowercase.
        func matches(_ name: FieldNameDigest, isHTTP2: Bool) -> Bool {
            if name.exact == (isHTTP2 ? first.folded : first.exact) { return true }
            for digest in others where name.exact == (isHTTP2 ? digest.folded : digest.exact) { return true }
            return false
        }
    }

    /// Fields of HTTP/1 that HTTP/2 does not have (RFC 9113 §8.2.2, §8.3.1).
    private static let notInHTTP2: Set<String> = [
        "host", "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
        "http2-settings",
    ]

    private let steps: [Step]
    /// The names that are never sent, in lowercase.
    private let forbidden: [String]
    private let forbiddenDigests: [UInt64]
    /// The names in all steps, without regard to letter case.
    private let known: [UInt64]
    /// The marks of the names that matter: of the others it does not matter where they stand.
    let marks: UInt64
    /// The marks of the names without which nothing matches, and those of them that HTTP/2 has.
    private let needed: UInt64
    private let neededInHTTP2: UInt64

    /// Parses a pattern.
    package init(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        forbidden = Set(words.filter { $0.hasPrefix("!") }.map { $0.dropFirst().lowercased() }).sorted()
        forbiddenDigests = forbidden.map { FieldNameDigest($0).folded }
        steps = words.filter { !$0.hasPrefix("!") }.map { word in
            let isOptional = word.hasSuffix("?")
            let names = (isOptional ? String(word.dropLast()) : word).split(separator: "|").map(String.init)
            return Step(
                names: names,
                first: FieldNameDigest(names.first ?? ""),
                others: names.dropFirst().map { FieldNameDigest($0) },
                isOptional: isOptional,
                isAbsentInHTTP2: names.contains { Self.notInHTTP2.contains($0.lowercased()) }
            )
        }
        known = steps.flatMap { $0.names.map { FieldNameDigest($0).folded } }
        marks = FieldNameDigest.marks(of: steps.flatMap(\.names) + forbidden)
        let required = steps.filter { !$0.isOptional && $0.others.isEmpty }
        needed = FieldNameDigest.marks(of: required.flatMap(\.names))
        neededInHTTP2 = FieldNameDigest.marks(of: required.filter { !$0.isAbsentInHTTP2 }.flatMap(\.names))
        isTelling = steps.count(where: { !$0.isOptional }) >= 4
    }

    /// The pattern in words: optional fields in parentheses, those never sent at the end.
    package var words: String {
        let names = steps.map { step in
            let name = step.names.joined(separator: " or ")
            return step.isOptional ? "(\(name))" : name
        }
        return (names + forbidden.map { "no \($0)" }).joined(separator: ", ")
    }

    /// Whether a match of the order is unlikely to be chance.
    package let isTelling: Bool

    /// Whether a list of names, as sent and in order, matches.
    ///
    /// - Parameters:
    ///   - names: the names of a head's fields, without pseudo-header fields.
    ///   - isHTTP2: whether they were sent in HTTP/2, where all names are in lowercase.
    /// - Returns: whether each required field is present, in order.
    package func matches(_ names: [String], isHTTP2: Bool) -> Bool {
        let digests = names.map { FieldNameDigest($0) }
        return matches(digests.span, marks: FieldNameDigest.marks(of: names), isHTTP2: isHTTP2)
    }

    /// The same for the digests of the names, and the marks of all.
    func matches(_ names: Span<FieldNameDigest>, marks: UInt64, isHTTP2: Bool) -> Bool {
        let needed = isHTTP2 ? neededInHTTP2 : needed
        guard marks & needed == needed else { return false }
        var next = 0
        for index in names.indices {
            let name = names[index]
            if !forbiddenDigests.isEmpty, forbiddenDigests.contains(name.folded) { return false }
            // Most names are those of the next step.
            if next < steps.count, steps[next].matches(name, isHTTP2: isHTTP2) {
                next += 1
                continue
            }
            guard known.contains(name.folded) else { continue }
            while true {
                guard next < steps.count else { return false }
                if steps[next].matches(name, isHTTP2: isHTTP2) { break }
                guard mayLack(next, isHTTP2: isHTTP2) else { return false }
                next += 1
            }
            next += 1
        }
        while next < steps.count, mayLack(next, isHTTP2: isHTTP2) { next += 1 }
        return next == steps.count
    }

    private func mayLack(_ index: Int, isHTTP2: Bool) -> Bool {
        steps[index].isOptional || (isHTTP2 && steps[index].isAbsentInHTTP2)
    }
}
