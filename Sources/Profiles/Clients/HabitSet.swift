/// A set of habits, one bit each.
struct HabitSet: Hashable, Sendable {
    private var bits: UInt32 = 0

    /// Whether there is none.
    var isEmpty: Bool { bits == 0 }
    /// How many there are.
    var count: Int { bits.nonzeroBitCount }
    /// The habits, in the order of ``Habit``.
    var habits: [Habit] { isEmpty ? [] : Habit.allCases.filter(contains) }

    /// Makes an empty set.
    init() {}

    /// Makes a set of some habits.
    init(_ habits: some Sequence<Habit>) {
        for habit in habits { insert(habit) }
    }

    private init(bits: UInt32) { self.bits = bits }

    /// Adds a habit.
    @inline(__always)
    mutating func insert(_ habit: Habit) { bits |= 1 &<< UInt32(truncatingIfNeeded: habit.place) }

    /// The habits of both sets.
    func intersection(_ other: HabitSet) -> HabitSet { HabitSet(bits: bits & other.bits) }

    /// The habits that another set lacks.
    func subtracting(_ other: HabitSet) -> HabitSet { HabitSet(bits: bits & ~other.bits) }

    /// Whether a habit is in it.
    func contains(_ habit: Habit) -> Bool { bits & 1 << UInt32(habit.place) != 0 }

    /// Whether it has a habit of another set.
    func overlaps(_ other: HabitSet) -> Bool { bits & other.bits != 0 }
}
