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
    /// Which habits match, and which do not.
    let comparison: HabitComparison

    /// The habits of the request that match the client's, in the order of ``Habit``.
    package var agreeing: [Habit] { comparison.fits.habits }
    /// The habits that do not match.
    package var differingHabits: [Habit] { comparison.misfits.habits }

    /// The habits that do not match, with the values of both sides; `habits` are those that were compared.
    package func discrepancies(in habits: RequestHabits) -> [Discrepancy] {
        comparison.misfits.habits.map {
            Discrepancy(habit: $0, expected: profile.words(for: $0), found: habits.words(for: $0))
        }
    }

    /// Compares all habits except the User-Agent, which is a claim.
    package init(_ habits: borrowing RequestHabits, with profile: ClientProfile) {
        let fit = habits.boundary.flatMap { profile.fit(of: $0.span.bytes) }
        let isInOrder = habits.isOrder(of: profile)
        comparison = HabitComparison(habits, with: profile, fit: fit, isInOrder: isInOrder)
        self.profile = profile
    }
}

/// Which habits of a request are a client's, and which are not.
///
/// Without the client itself: many are compared with each request, and none is kept.
struct HabitComparison {
    /// The habits that match.
    private(set) var fits = HabitSet()
    /// The habits that do not match.
    private(set) var misfits = HabitSet()
    /// Whether the boundary alone identifies the client.
    let hasDistinctiveBoundary: Bool

    /// How many match, and how many do not.
    var counts: (agreeing: Int, differing: Int) { (fits.count, misfits.count) }

    /// Compares all habits except the User-Agent, where it is known how the boundary fits the client's, and whether its fields
    /// stand in this order.
    init(_ habits: borrowing RequestHabits, with profile: ClientProfile, fit: BoundaryFit?, isInOrder: Bool?)
    {
        hasDistinctiveBoundary = fit == .distinctive
        let usual = habits.values.usual.intersection(profile.knownHabits)
        fits = usual.intersection(profile.usualHabits)
        misfits = usual.subtracting(profile.usualHabits)
        if habits.boundary != nil { note(.boundary, fit != nil) }
        if let isInOrder, !profile.fieldOrders.isEmpty { note(.fieldOrder, isInOrder) }
        let others = habits.values.others.span
        for index in others.indices {
            let (habit, value) = (others[index].habit, others[index].value)
            if let isFit = profile.mayHave(value, of: habit) { note(habit, isFit) }
        }
        // All values of a habit must be the client's.
        fits = fits.subtracting(misfits)
    }

    private mutating func note(_ habit: Habit, _ isFit: Bool) {
        if isFit { fits.insert(habit) } else { misfits.insert(habit) }
    }

    /// Whether the client cannot have written the form: an encoder's habits do not depend on the program that
    /// uses it.
    var isExcluded: Bool { misfits.overlaps(Habit.ofEncoders) }

    /// Whether a matching habit distinguishes the client, of this profile, from most others: the order of many fields, or a
    /// habit that only few clients have.
    func isTelling(of profile: ClientProfile) -> Bool { fits.overlaps(profile.tellingHabits) }
}
