/// How far the habits of a request are those of a client.
package struct ClientMatch: Sendable {
    /// A habit in which they differ.
    package struct Discrepancy: Hashable, Sendable {
        /// The habit.
        package var habit: Habit
        /// What the client has.
        package var expected: [String]
        /// What the request has.
        package var found: [String]
    }

    /// The client.
    package let profile: ClientProfile
    /// The habits that the request shows and that are the client's, in the order of ``Habit``.
    package private(set) var agreeing: [Habit] = []
    /// The habits that are not the client's.
    package private(set) var differing: [Discrepancy] = []

    /// Compares; the User-Agent is left out, since it is a claim.
    package init(_ habits: RequestHabits, with profile: ClientProfile) {
        self.profile = profile
        for habit in Habit.allCases {
            switch habit {
            case .userAgent: continue
            case .boundary:
                guard let boundary = habits.boundary else { continue }
                let shape = BoundaryShape(looksOf: boundary).text
                note(habit, profile.boundaries.contains { $0.matches(boundary) }, found: [shape])
            case .fieldOrder:
                guard !habits.fieldNames.isEmpty, !profile.fieldOrders.isEmpty else { continue }
                let isFit = profile.fieldOrders.contains {
                    $0.matches(habits.fieldNames, isHTTP2: habits.isHTTP2)
                }
                note(habit, isFit, found: habits[habit])
            default:
                guard let known = profile.habits[habit], !habits[habit].isEmpty else { continue }
                note(habit, habits[habit].allSatisfy(known.contains), found: habits[habit])
            }
        }
    }

    private mutating func note(_ habit: Habit, _ isFit: Bool, found: [String]) {
        if isFit {
            agreeing.append(habit)
        } else {
            let expected = profile.words(for: habit)
            differing.append(Discrepancy(habit: habit, expected: expected, found: found))
        }
    }

    /// Whether the form cannot be this client's: an encoder has its habits, whoever uses it.
    package var isExcluded: Bool { differing.contains { $0.habit.isOfEncoder } }

    /// Whether something agrees in which the client is unlike most others: the order of many fields, or a habit of its
    /// own.
    package var isTelling: Bool {
        agreeing.contains { habit in
            habit == .fieldOrder
                ? profile.fieldOrders.contains(where: \.isTelling) : profile.isSingular(in: habit)
        }
    }
}
