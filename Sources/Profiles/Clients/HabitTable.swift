/// The possible values of some habits, as the catalogue of clients writes them.
///
/// Not a dictionary: the compiler expands each literal of one into the code that fills it, and there are some for every
/// profile.
package struct HabitTable: ExpressibleByDictionaryLiteral, Sendable {
    /// The values by habit.
    let values: [Habit: [String]]

    /// Makes a table; each habit occurs once.
    @inline(never)
    package init(dictionaryLiteral elements: (Habit, [String])...) {
        values = Dictionary(uniqueKeysWithValues: elements)
    }

    private init(_ values: [Habit: [String]]) { self.values = values }

    /// The same table, but for the habits for which another one has values.
    @inline(never)
    func overridden(by other: HabitTable) -> HabitTable {
        HabitTable(values.merging(other.values) { $1 })
    }
}
