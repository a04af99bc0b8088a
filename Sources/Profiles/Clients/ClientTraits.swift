/// What of a client each request is compared with first.
///
/// No more than bits: many are compared with each request, and none of them is kept.
struct ClientTraits: Sendable {
    /// The habits of which the values are known, but for the boundary, the order of fields and the User-Agent.
    let knownHabits: HabitSet
    /// Those of which one value is the usual one.
    let usualHabits: HabitSet
    /// The habits that few other clients share: where its values exclude those of most encoders, and an order of many
    /// fields.
    let tellingHabits: HabitSet
    /// Whether an order of the head's fields is known.
    let hasFieldOrder: Bool
    /// Whether it is known by its source code or documentation alone.
    let isDescribed: Bool
}
