/// The values of one habit, each once, in the order of first occurrence.
///
/// Most requests show one value of a habit at most: it needs no memory of its own.
struct HabitValues: Hashable, Sendable {
    private var first: String?
    private var others: [String] = []

    /// No values.
    init() {}

    /// Whether there is none.
    var isEmpty: Bool { first == nil }
    /// All of them.
    var all: [String] { first.map { [$0] + others } ?? [] }

    /// Adds a value, where it is new.
    mutating func add(_ value: String) {
        guard let first else {
            self.first = value
            return
        }
        if first != value, !others.contains(value) { others.append(value) }
    }

    /// Whether all of them are among known ones.
    func areAll(among known: [String]) -> Bool {
        guard let first else { return true }
        return known.contains(first) && others.allSatisfy(known.contains)
    }
}
