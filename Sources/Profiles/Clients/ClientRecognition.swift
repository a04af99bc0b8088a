package import Exchanges
package import Forms

/// Which client wrote a form, told by its habits, with the reasons.
///
/// A client comes into question where the boundary has its shape and no habit of an encoder speaks against it. A
/// User-Agent may decide between those, and names nobody else; otherwise the ones are kept whose other habits fit best,
/// and where several fit alike, all are named.
package struct ClientRecognition: Sendable {
    /// What the request shows.
    package let habits: RequestHabits
    /// The clients whose habits these are, the likeliest first; empty where it is not known who wrote the form.
    package private(set) var matches: [ClientMatch] = []
    /// Where nobody is recognised, the client whose boundaries look like this one, and what speaks against it.
    package private(set) var nearest: ClientMatch?
    /// The clients that the User-Agent names; empty where it names none that is known.
    package let claimed: [ClientProfile]

    /// Looks at an upload; `nil` where the request has no boundary, so that nothing can be told.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - form: the form in its request, as far as one was read.
    ///   - profiles: the clients to choose from.
    package init?(
        _ exchange: Exchange,
        form: Form?,
        among profiles: [ClientProfile] = ClientCatalogue.all
    ) {
        habits = RequestHabits(exchange, form: form)
        guard let boundary = habits.boundary, !boundary.isEmpty else { return nil }
        claimed = habits.userAgent.map { agent in profiles.filter { $0.isClaimed(by: agent) } } ?? []
        let candidates = Self.candidates(for: boundary, among: profiles)
        let all = candidates.map { ClientMatch(habits, with: $0) }
        let possible = all.filter(isPossible)
        let named = possible.filter { isClaimed($0.profile) }
        let considered = named.isEmpty ? possible : named
        guard let best = considered.map(\.rank).max() else {
            nearest = all.max { $0.rank < $1.rank }
            return
        }
        matches = considered.filter { $0.rank == best }
    }

    /// The clients that the boundary may be of: those of the narrowest shape that it has.
    ///
    /// Hexadecimal digits alone do not come from an encoder that draws from all letters.
    private static func candidates(
        for boundary: [UInt8],
        among profiles: [ClientProfile]
    ) -> [ClientProfile] {
        let fitting = profiles.compactMap { profile in
            let bits = profile.boundaries.filter { $0.matches(boundary) }
                .map { $0.bits(ofLength: boundary.count) }.min()
            return bits.map { (profile: profile, bits: $0) }
        }
        guard let least = fitting.map(\.bits).min() else { return [] }
        return fitting.filter { $0.bits <= least + 12 }.map(\.profile)
    }

    /// Whether the form may be a client's.
    ///
    /// A boundary of random characters is no reason to think of a client: something else has to be like it alone, and
    /// nothing unlike it.
    private func isPossible(_ match: ClientMatch) -> Bool {
        guard !match.isExcluded else { return false }
        if isClaimed(match.profile) || match.profile.isDistinctive(habits.boundary ?? []) { return true }
        return match.differing.isEmpty && (match.isTelling || habits.fieldNames.isEmpty)
    }

    private func isClaimed(_ profile: ClientProfile) -> Bool {
        claimed.contains { $0.id == profile.id }
    }

    /// Whether one client alone is named, nothing that is known of it speaks against it, and more than the looks of the
    /// parts speaks for it.
    package var isCertain: Bool {
        guard matches.count == 1, let match = matches.first, match.differing.isEmpty, !isDisguised else {
            return false
        }
        guard match.profile.source != .described else { return isClaimed(match.profile) }
        return match.isTelling || isClaimed(match.profile)
            || match.profile.isDistinctive(habits.boundary ?? [])
    }

    /// Whether the User-Agent names a client that did not write the form.
    package var isDisguised: Bool {
        !matches.isEmpty && !claimed.isEmpty && !matches.contains { isClaimed($0.profile) }
    }

    /// How the first of those claimed would have done it; `nil` where the User-Agent names nobody, or tells the truth.
    package var claim: ClientMatch? {
        guard let first = claimed.first, isDisguised || matches.isEmpty else { return nil }
        return ClientMatch(habits, with: first)
    }
}

extension ClientMatch {
    /// How well a client fits: fewer habits that differ, then more that agree.
    fileprivate struct Rank: Comparable {
        var differing: Int
        var agreeing: Int

        static func < (left: Rank, right: Rank) -> Bool {
            (-left.differing, left.agreeing) < (-right.differing, right.agreeing)
        }
    }

    /// A client of which the order of fields is not known gains nothing by that.
    fileprivate var rank: Rank {
        Rank(
            differing: differing.count + (profile.fieldOrders.isEmpty ? 1 : 0),
            agreeing: agreeing.count
        )
    }
}
