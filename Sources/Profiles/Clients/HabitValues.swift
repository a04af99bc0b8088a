/// The values of habits, each once for a habit, in the order of first occurrence.
struct HabitValues: Sendable {
    /// A value of a habit.
    struct Shown: Sendable {
        /// The habit.
        var habit: Habit
        /// The value.
        var value: String
    }

    /// The habits whose first value is the usual one: all of them are compared with those of a client at once.
    private(set) var usual = HabitSet()
    /// The other values of all habits: most requests have few.
    private(set) var others: [Shown] = []

    /// The values of a habit.
    subscript(_ habit: Habit) -> [String] {
        let values = others.filter { $0.habit.place == habit.place }.map(\.value)
        guard usual.contains(habit), let first = habit.usualValue else { return values }
        return [first] + values
    }

    /// Adds the usual value of a habit, where it is new.
    @inline(__always)
    mutating func addUsual(_ habit: Habit) {
        guard others.isEmpty else { return add(habit, habit.usualValue ?? "") }
        usual.insert(habit)
    }

    /// Adds a value to a habit, where it is new.
    mutating func add(_ habit: Habit, _ value: String) {
        let isUsual = value == habit.usualValue
        if isUsual, usual.contains(habit) { return }
        var isFirst = true
        for index in others.indices where others[index].habit.place == habit.place {
            if others[index].value == value { return }
            isFirst = false
        }
        if isUsual, isFirst {
            usual.insert(habit)
        } else {
            others.append(Shown(habit: habit, value: value))
        }
    }
}

extension Habit {
    /// The value that most requests show; `nil` where there is none.
    var usualValue: String? {
        switch self {
        case .type: "multipart/form-data; boundary=…"
        case .framing: "content-length"
        case .valueHeader: "Content-Disposition"
        case .valueType: "none"
        case .fileHeader: "Content-Disposition, Content-Type"
        case .fileType: "its own"
        case .nameQuoting: "between quotes"
        case .preamble: "none"
        case .lineEnding: "CR LF"
        case .epilogue: "CR LF"
        case .boundary, .fieldOrder, .pseudoHeaderOrder, .userAgent, .quotationMark, .backslash, .lineBreak,
            .beyondASCII:
            nil
        }
    }
}
