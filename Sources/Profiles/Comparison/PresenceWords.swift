import Bytes

/// Says which of the compared requests have what a difference is about.
struct PresenceWords {
    /// The number of names that a sentence lists.
    private static let shownNames = 3
    /// The number of bytes of a name that a sentence shows.
    private static let shownBytes = 60

    private let difference: Difference
    private let parts: [ComparedPart]

    /// Prepares for a difference; `parts` are those of the comparison.
    init(_ difference: Difference, _ parts: [ComparedPart]) {
        self.difference = difference
        self.parts = difference.parts.map { parts[$0] }
    }

    /// What is missing, and where: `part 2 "b", which is in B, and not in A`.
    var clause: String {
        guard copies == nil else { return "\(list(of: names)), which \(places)" }
        return "\(difference.subject), which \(places)"
    }

    /// The same as a sentence: `` `b` is in B, and not in A ``.
    var sentence: String {
        let verb = names.count > 1 ? "are" : "is"
        return "\(list(of: names)) \(verb) \(copies.map(Self.words) ?? absence)"
    }

    /// The sentence where every request has a part of the name, and they differ in how many; `nil` elsewhere.
    var repetition: String? { copies == nil ? nil : sentence }

    /// Which requests have it, with the verb: `is in B, and not in A`, `is in B twice, in A once`.
    var places: String {
        if let copies { return "\(names.count > 1 ? "are" : "is") \(Self.words(copies))" }
        return "\(difference.isMissingPart && parts.count > 1 ? "are" : "is") \(absence)"
    }

    /// What stands in one request for a part that another one has; `nil` where no part is renamed.
    func renaming(of winner: Int, in loser: Int) -> String? {
        guard difference.isRename, let meant = difference.values[winner] else { return nil }
        let name = difference.values[loser].map { "`\(Self.shown($0))`" } ?? "a part without a name"
        return "\(ComparedRequest.letter(loser)) has \(name) in place of `\(Self.shown(meant))`"
    }

    /// The same between the first request that has a name and the first that has another.
    var firstRenaming: String? {
        guard let first = difference.values.firstIndex(where: { $0 != nil }) else { return nil }
        let meant = difference.values[first].map { Array($0.utf8) }
        let other = difference.values.firstIndex { $0.map { Array($0.utf8) } != meant }
        return other.flatMap { renaming(of: first, in: $0) }
    }

    /// How many parts of the name each request has that is wholly known; `nil` where one of them has none, or the
    /// difference is another one.
    private var copies: [(request: Int, count: Int)]? {
        guard difference.isMissingPart else { return nil }
        let all = Set(parts.map(\.copies))
        guard all.count == 1, let counts = all.first else { return nil }
        let known = counts.indices.filter { difference.values[$0] != PartComparison.unknown }
        let isRepeated = Set(known.map { counts[$0] }).count > 1 && known.allSatisfy { counts[$0] > 0 }
        return isRepeated ? known.map { (request: $0, count: counts[$0]) } : nil
    }

    /// The names of the parts, each once.
    private var names: [String] {
        var seen: Set<[UInt8]> = []
        return parts.map { part in part.name.map { "`\($0)`" } ?? part.label }
            .filter { seen.insert(Array($0.utf8)).inserted }
    }

    private func list(of names: [String]) -> String {
        let rest = names.count - Self.shownNames
        let shown = names.prefix(Self.shownNames) + (rest > 0 ? ["\(rest.grouped) more"] : [])
        return ComparisonVerdict.list(Array(shown))
    }

    private var absence: String {
        func letters(_ isMeant: (String?) -> Bool) -> String {
            let meant = difference.values.indices.filter { isMeant(difference.values[$0]) }
            return ComparisonVerdict.list(meant.map(ComparedRequest.letter))
        }
        let owners = letters { $0 != nil && !(difference.isMissingPart && $0 == PartComparison.unknown) }
        return "in \(owners), and not in \(letters { $0 == nil })"
    }

    /// `in B twice, in A and C once`.
    private static func words(_ copies: [(request: Int, count: Int)]) -> String {
        let groups = Dictionary(grouping: copies, by: \.count).sorted { $0.key > $1.key }
        return groups.map { count, requests in
            let letters = ComparisonVerdict.list(requests.map { ComparedRequest.letter($0.request) })
            return "in \(letters) \(times(count))"
        }
        .joined(separator: ", ")
    }

    private static func times(_ count: Int) -> String {
        switch count {
        case 1: "once"
        case 2: "twice"
        default: "\(count.grouped) times"
        }
    }

    private static func shown(_ name: String) -> String { PrintableText.text(name, limit: shownBytes) }
}
