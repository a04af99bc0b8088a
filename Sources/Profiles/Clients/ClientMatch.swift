/// How well the habits of a request match those of a client.
package struct ClientMatch: Sendable {
    /// A habit in which they differ.
    package struct Discrepancy: Hashable, Sendable {
        /// The habit.
        package var habit: Habit
        /// The client's values.
        package var expected: [String]
        /// The request's values.
        package var found: [String]
    }

    /// The client.
    package let profile: ClientProfile
    /// The habits of the request that match the client's, in the order of ``Habit``.
    package private(set) var agreeing: [Habit] = []
    /// The habits that do not match.
    package private(set) var differingHabits: [Habit] = []
    private let habits: RequestHabits

    /// The habits that do not match, with the values of both sides.
    package var differing: [Discrepancy] {
        differingHabits.map {
            Discrepancy(habit: $0, expected: profile.words(for: $0), found: habits.words(for: $0))
        }
    }

    /// Compares all habits except the User-Agent, which is a claim.
    package init(_ habits: RequestHabits, with profile: ClientProfile) {
        self.profile = profile
        self.habits = habits
        for habit in Habit.allCases {
            switch habit {
            case .userAgent: continue
            case .boundary:
                guard let boundary = habits.boundary else { continue }
                note(habit, profile.bits(of: boundary) != nil)
            case .fieldOrder:
                guard !habits.fieldNames.isEmpty, !profile.fieldOrders.isEmpty else { continue }
                let isFit = profile.fieldOrders.contains {
                    $0.matches(habits.fieldNames, isHTTP2: habits.isHTTP2)
                }
                note(habit, isFit)
            default:
                let found = habits[habit]
                guard !found.isEmpty, let known = profile.values(of: habit) else { continue }
                note(habit, found.allSatisfy(known.contains))
            }
        }
    }

    private mutating func note(_ habit: Habit, _ isFit: Bool) {
        if isFit { agreeing.append(habit) } else { differingHabits.append(habit) }
    }

    /// Whether the client cannot have written the form: an encoder's habits do not depend on the program that
    /// uses it.
    package var isExcluded: Bool { differingHabits.contains(where: \.isOfEncoder) }

    /// Whether a matching habit distinguishes the client from most others: the order of many fields, or a
    /// habit that only few clients have.
    package var isTelling: Bool {
        agreeing.contains { habit in
            habit == .fieldOrder
                ? profile.fieldOrders.contains(where: \.isTelling) : profile.isSingular(in: habit)
        }
    }
}
