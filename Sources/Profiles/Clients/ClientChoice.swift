package import Exchanges
package import Forms

/// The clients that may have written a form, by the habits of its request.
///
/// A client is a candidate where the boundary has its shape and no habit of its encoder differs. A User-Agent
/// may decide among candidates, and adds none. Otherwise those whose other habits match best are kept;
/// several that match equally well are all reported.
package struct ClientChoice: Sendable {
    private let clients: ClientIndex
    private var matching = ClientSet()
    private var closest: Int?
    private let named: ClientSet
    /// Whether exactly one client matches, no known habit differs, and more evidence than the part headers
    /// supports it.
    package private(set) var isCertain = false

    /// Chooses by an upload; `nil` where the request has no boundary.
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
        var habits = RequestHabits()
        habits.look(at: exchange, form)
        self.init(habits, among: clients)
    }

    /// Chooses by the habits of a request; `nil` where they have no boundary.
    init?(_ habits: borrowing RequestHabits, among clients: ClientIndex) {
        guard let boundary = habits.boundary, !boundary.isEmpty else { return nil }
        self.clients = clients
        named = habits.userAgent.map { clients.claimed(by: $0.span.bytes) } ?? ClientSet()
        let candidates = clients.candidates(for: boundary.span.bytes)
        let inOrder = habits.ordered(candidates.all, of: clients.profiles)
        let hasOrder = inOrder != nil
        var (bestRank, isNamed) = (ClientMatch.Rank.least, false)
        var (best, leastDifferent): (ClientMatch?, ClientMatch.Rank?)
        var rest = candidates.all
        while let number = rest.removeFirst() {
            let fit = candidates.distinct.contains(number) ? BoundaryFit.distinctive : .possible
            let match = ClientMatch(
                habits,
                with: clients.profiles[number],
                fit: fit,
                isInOrder: inOrder.map { $0.contains(number) }
            )
            let rank = match.rank
            let isClaimed = named.contains(number)
            guard Self.isPossible(match, isClaimed, hasOrder: hasOrder) else {
                if leastDifferent.map({ $0 < rank }) ?? true { (closest, leastDifferent) = (number, rank) }
                continue
            }
            if isClaimed, !isNamed { (matching, bestRank, isNamed) = (ClientSet(), .least, true) }
            guard isClaimed || !isNamed, rank >= bestRank else { continue }
            if rank > bestRank { (matching, bestRank) = (ClientSet(), rank) }
            matching.insert(number)
            best = match
        }
        if matching.count > 1, bestRank.differing == 0, hasOrder {
            matching = clients.narrowest(matching, for: boundary.span.bytes)
            if matching.count == 1, let number = matching.first {
                best = ClientMatch(habits, with: clients.profiles[number])
            }
        }
        if !matching.isEmpty { closest = nil }
        if let best, matching.count == 1 { isCertain = isSupported(best) }
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

    /// Whether no known habit of the only client that matches differs, and there is evidence enough.
    private func isSupported(_ match: ClientMatch) -> Bool {
        guard match.counts.differing == 0, !isDisguised else { return false }
        let isClaimed = matching.overlaps(named)
        guard match.profile.source != .described else { return isClaimed }
        return match.isTelling || isClaimed || match.hasDistinctiveBoundary
    }

    /// How many clients match.
    package var count: Int { matching.count }
    /// The first client that matches; `nil` where the client is not known.
    package var first: ClientProfile? { matching.first.map { clients.profiles[$0] } }
    /// The second client that matches; `nil` where there is none.
    package var second: ClientProfile? { matching.second.map { clients.profiles[$0] } }
    /// The clients that match, in the order of the catalogue.
    package var matches: [ClientProfile] { matching.numbers.map { clients.profiles[$0] } }
    /// Where none matches, the one whose boundaries have this shape and of which the fewest habits differ.
    package var nearest: ClientProfile? { closest.map { clients.profiles[$0] } }
    /// The clients that the User-Agent names; empty where it names no known one.
    package var claimed: [ClientProfile] { named.numbers.map { clients.profiles[$0] } }

    /// Whether the User-Agent names a client that did not write the form.
    package var isDisguised: Bool { !matching.isEmpty && !named.isEmpty && !matching.overlaps(named) }
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
