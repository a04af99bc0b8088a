/// The values of habits, each once for a habit, in the order of first occurrence.
struct HabitValues: Equatable, Sendable {
    /// A value of a habit.
    struct Shown: Sendable {
        /// The habit.
        var habit: Habit
        /// The value.
        var value: String
    }

    /// The values of all habits: about a dozen for most requests.
    private(set) var shown: [Shown] = []
    private var habits = HabitSet()

    /// No values.
    init() { shown.reserveCapacity(12) }

    /// The values of a habit.
    subscript(_ habit: Habit) -> [String] {
        shown.filter { $0.habit.place == habit.place }.map(\.value)
    }

    static func == (left: HabitValues, right: HabitValues) -> Bool {
        let (left, right) = (left.shown.span, right.shown.span)
        guard left.count == right.count else { return false }
        for index in left.indices {
            // A case that has a text would be compared by its text.
            guard left[index].habit.place == right[index].habit.place, left[index].value == right[index].value
            else { return false }
        }
        return true
    }

    /// Adds a value to a habit, where it is new.
    mutating func add(_ habit: Habit, _ value: String) {
        if habits.contains(habit) {
            for index in shown.indices where shown[index].habit.place == habit.place {
                if shown[index].value == value { return }
            }
        }
        habits.insert(habit)
        shown.append(Shown(habit: habit, value: value))
    }
}
