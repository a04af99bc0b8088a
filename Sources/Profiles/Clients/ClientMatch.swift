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
        comparison = HabitComparison(
            habits,
            with: profile.traits,
            of: profile,
            fit: fit,
            isInOrder: isInOrder
        )
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
    ///
    /// - Parameters:
    ///   - habits: those of the request.
    ///   - traits: those of the client.
    ///   - profile: the client, which is asked for where the request has a habit that few have.
    ///   - fit: how the boundary fits; `nil` where it does not.
    ///   - isInOrder: whether the fields stand in an order of the client's; `nil` where it is not known.
    @inline(__always)
    init(
        _ habits: borrowing RequestHabits,
        with traits: ClientTraits,
        of profile: @autoclosure () -> ClientProfile,
        fit: BoundaryFit?,
        isInOrder: Bool?
    ) {
        hasDistinctiveBoundary = fit == .distinctive
        let usual = habits.values.usual.intersection(traits.knownHabits)
        fits = usual.intersection(traits.usualHabits)
        misfits = usual.subtracting(traits.usualHabits)
        if habits.boundary != nil { note(.boundary, fit != nil) }
        if let isInOrder, traits.hasFieldOrder { note(.fieldOrder, isInOrder) }
        if !habits.values.others.isEmpty { compare(habits.values.others, with: profile()) }
        // All values of a habit must be the client's.
        fits = fits.subtracting(misfits)
    }

    @inline(never)
    private mutating func compare(_ others: [HabitValues.Shown], with profile: ClientProfile) {
        for shown in others {
            if let isFit = profile.mayHave(shown.value, of: shown.habit) { note(shown.habit, isFit) }
        }
    }

    private mutating func note(_ habit: Habit, _ isFit: Bool) {
        if isFit { fits.insert(habit) } else { misfits.insert(habit) }
    }

    /// Whether the client cannot have written the form: an encoder's habits do not depend on the program that
    /// uses it.
    var isExcluded: Bool { misfits.overlaps(Habit.ofEncoders) }

    /// Whether a matching habit distinguishes the client, which has these traits, from most others: the order of many fields,
    /// or a habit that only few clients have.
    func isTelling(of traits: ClientTraits) -> Bool { fits.overlaps(traits.tellingHabits) }
}
