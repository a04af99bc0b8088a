package import Exchanges
package import Forms

/// Identifies the client that wrote a form by its habits, with the reasons.
///
/// A client is a candidate where the boundary has its shape and no habit of its encoder differs. A User-Agent
/// may decide among candidates, and adds none. Otherwise those whose other habits match best are kept;
/// several that match equally well are all reported.
package struct ClientRecognition: Sendable {
    /// The habits of the request.
    package let habits: RequestHabits
    /// The matching clients, the likeliest first; empty where the client is not known.
    package private(set) var matches: [ClientMatch] = []
    /// Where no client matches, the one whose boundaries have this shape, with the habits that differ.
    package private(set) var nearest: ClientMatch?
    /// The clients that the User-Agent names; empty where it names no known one.
    package let claimed: [ClientProfile]

    /// Identifies the client of an upload; `nil` where the request has no boundary.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - form: the form in its request, as far as it was read.
    ///   - clients: those to choose from.
    package init?(
        _ exchange: borrowing Exchange,
        form: Form?,
        among clients: ClientIndex = .catalogue
    ) {
        let habits = RequestHabits(exchange, form: form)
        guard let boundary = habits.boundary, !boundary.isEmpty else { return nil }
        self.init(habits, clients.candidates(for: boundary.span.bytes), among: clients)
    }

    /// Identifies the client by the habits of a request.
    ///
    /// - Parameters:
    ///   - habits: the habits; the boundary among them counts only by `candidates`.
    ///   - candidates: the clients whose boundaries look like the request's.
    ///   - clients: those that the User-Agent may name.
    init(
        _ habits: RequestHabits,
        _ candidates: [ClientIndex.Candidate],
        among clients: ClientIndex
    ) {
        self.habits = habits
        claimed = habits.userAgent.map { clients.claimed(by: $0.span.bytes) } ?? []
        let hasOrder = !habits.fieldDigests.isEmpty
        var (bestRank, isNamed) = (ClientMatch.Rank.least, false)
        for candidate in candidates {
            let profile = candidate.profile
            let match = ClientMatch(habits, with: profile, fit: candidate.fit)
            let rank = match.rank
            let isClaimed = isClaimed(profile)
            guard Self.isPossible(match, isClaimed, hasOrder: hasOrder) else {
                if nearest.map({ $0.rank < rank }) ?? true { nearest = match }
                continue
            }
            if isClaimed, !isNamed { (matches, bestRank, isNamed) = ([], .least, true) }
            guard isClaimed || !isNamed, rank >= bestRank else { continue }
            if rank > bestRank {
                matches.removeAll(keepingCapacity: true)
                bestRank = rank
            }
            matches.append(match)
        }
        if !matches.isEmpty { nearest = nil }
    }

    /// Whether the client may have written the form.
    ///
    /// A boundary of random characters alone is no evidence: another distinctive habit must match, and none
    /// may differ.
    private static func isPossible(_ match: ClientMatch, _ isClaimed: Bool, hasOrder: Bool) -> Bool {
        guard !match.isExcluded else { return false }
        if isClaimed || match.hasDistinctiveBoundary { return true }
        return match.counts.differing == 0 && (match.isTelling || !hasOrder)
    }

    private func isClaimed(_ profile: ClientProfile) -> Bool {
        claimed.contains { $0 === profile }
    }

    /// Whether exactly one client matches, no known habit differs, and more evidence than the part headers
    /// supports it.
    package var isCertain: Bool {
        guard matches.count == 1, let match = matches.first, match.counts.differing == 0, !isDisguised
        else {
            return false
        }
        guard match.profile.source != .described else { return isClaimed(match.profile) }
        return match.isTelling || isClaimed(match.profile) || match.hasDistinctiveBoundary
    }

    /// Whether the User-Agent names a client that did not write the form.
    package var isDisguised: Bool {
        !matches.isEmpty && !claimed.isEmpty && !matches.contains { isClaimed($0.profile) }
    }

    /// How the first claimed client would have written the form; `nil` where the claim names no known client
    /// or is true.
    package var claim: ClientMatch? {
        guard let first = claimed.first, isDisguised || matches.isEmpty else { return nil }
        return ClientMatch(habits, with: first)
    }
}

extension ClientMatch {
    /// How well a client matches: fewer habits that differ, then more that agree.
    fileprivate struct Rank: Comparable {
        /// A rank below those of all clients.
        static let least = Rank(differing: .max, agreeing: 0)

        var differing: Int
        var agreeing: Int

        static func < (left: Rank, right: Rank) -> Bool {
            (-left.differing, left.agreeing) < (-right.differing, right.agreeing)
        }
    }

    /// A client whose field order is not known ranks below one whose field order matches.
    fileprivate var rank: Rank {
        Rank(
            differing: counts.differing + (profile.fieldOrders.isEmpty ? 1 : 0),
            agreeing: counts.agreeing
        )
    }
}
