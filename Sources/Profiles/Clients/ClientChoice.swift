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
    /// The first client that the User-Agent names, where none of those wrote the form.
    private var pretended: Int?
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
        guard let boundary = RequestHabits.boundary(of: exchange, form), !boundary.isEmpty else { return nil }
        let candidates = clients.candidates(for: boundary.span.bytes)
        self.clients = clients
        // Where no client makes such boundaries, nothing else is looked at.
        guard !candidates.all.isEmpty else { return }
        let habits = RequestHabits(exchange, form: form, boundary: boundary)
        choose(candidates, by: habits)
    }

    /// Chooses by the habits of a request; `nil` where they have no boundary.
    init?(_ habits: borrowing RequestHabits, among clients: ClientIndex) {
        guard let candidates = habits.candidates(among: clients) else { return nil }
        self.clients = clients
        guard !candidates.all.isEmpty else { return }
        choose(candidates, by: habits)
    }

    /// Chooses among the clients whose boundaries may look so.
    ///
    /// Compiled into its callers: to read a message out of habits that were handed on takes longer than to compare one
    /// client.
    @inline(__always)
    private mutating func choose(_ candidates: ClientIndex.Candidates, by habits: borrowing RequestHabits) {
        let named =
            habits.userAgent.map { clients.claimed(by: $0.span.bytes, among: candidates.all) }
            ?? ClientSet()
        let inOrder = habits.ordered(candidates.all, of: clients.profiles, candidates.fieldMarks)
        // Without an order, only a boundary that was drawn at random is evidence.
        let mayGuess = inOrder == nil && !habits.hasWeakBoundary
        var (bestRank, isNamed) = (HabitComparison.Rank.least, false)
        var (best, leastDifferent): (HabitComparison?, HabitComparison.Rank?)
        var rest = candidates.all
        while let number = rest.removeFirst() {
            let fit = candidates.distinct.contains(number) ? BoundaryFit.distinctive : .possible
            let traits = clients.traits[number]
            let match = HabitComparison(
                habits,
                with: traits,
                of: clients.profiles[number],
                fit: fit,
                isInOrder: inOrder.map { $0.contains(number) }
            )
            let rank = match.rank(of: traits)
            let isClaimed = named.contains(number)
            guard Self.isPossible(match, of: traits, isClaimed, mayGuess: mayGuess) else {
                if leastDifferent.map({ $0 < rank }) ?? true { (closest, leastDifferent) = (number, rank) }
                continue
            }
            if isClaimed, !isNamed { (matching, bestRank, isNamed) = (ClientSet(), .least, true) }
            guard isClaimed || !isNamed, rank >= bestRank else { continue }
            if rank > bestRank { (matching, bestRank) = (ClientSet(), rank) }
            matching.insert(number)
            best = match
        }
        guard !matching.isEmpty else { return }
        closest = nil
        if matching.count > 1, bestRank.differing == 0, inOrder != nil {
            matching = habits.narrowest(matching, in: clients)
            if matching.count == 1, let number = matching.first {
                best = ClientMatch(habits, with: clients.profiles[number]).comparison
            }
        }
        let isClaimed = matching.overlaps(named)
        if !isClaimed { pretended = clients.claimed(in: habits.request).first }
        if let best, matching.count == 1, let first = matching.first {
            isCertain = isSupported(best, of: clients.traits[first], isClaimed)
        }
    }

    /// Whether the client may have written the form.
    ///
    /// A boundary of random characters alone is no evidence: another distinctive habit must match, unless `mayGuess` says
    /// that it cannot be known, and none may differ.
    private static func isPossible(
        _ match: HabitComparison,
        of traits: ClientTraits,
        _ isClaimed: Bool,
        mayGuess: Bool
    ) -> Bool {
        guard !match.isExcluded else { return false }
        if isClaimed || match.hasDistinctiveBoundary { return true }
        return match.counts.differing == 0 && (match.isTelling(of: traits) || mayGuess)
    }

    /// Whether no known habit of the only client that matches differs, and there is evidence enough.
    private func isSupported(_ match: HabitComparison, of traits: ClientTraits, _ isClaimed: Bool) -> Bool {
        guard match.counts.differing == 0, !isDisguised else { return false }
        guard !traits.isDescribed else { return isClaimed }
        return match.isTelling(of: traits) || isClaimed || match.hasDistinctiveBoundary
    }

    /// How many clients match.
    package var count: Int { matching.count }
    /// The first client that matches; `nil` where the client is not known.
    package var first: ClientProfile? { matching.first.map { clients.profiles[$0] } }
    /// The id of the first client that matches; the client itself would be copied.
    package var firstID: String? { matching.first.map { clients.profiles[$0].id } }
    /// The id of the second client that matches.
    package var secondID: String? { matching.second.map { clients.profiles[$0].id } }
    /// The second client that matches; `nil` where there is none.
    package var second: ClientProfile? { matching.second.map { clients.profiles[$0] } }
    /// The clients that match, in the order of the catalogue.
    package var matches: [ClientProfile] { matching.numbers.map { clients.profiles[$0] } }
    /// Where none matches, the one whose boundaries have this shape and of which the fewest habits differ.
    package var nearest: ClientProfile? { closest.map { clients.profiles[$0] } }
    /// Whether the User-Agent names a client that did not write the form.
    package var isDisguised: Bool { pretended != nil }
    /// The id of the first client that it names, where none of those wrote the form.
    package var pretendedID: String? { pretended.map { clients.profiles[$0].id } }

    /// The clients that the User-Agent of a request names; empty where it names no known one.
    func claimed(in request: Message?) -> [ClientProfile] {
        clients.claimed(in: request).numbers.map { clients.profiles[$0] }
    }
}

extension HabitComparison {
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
    fileprivate func rank(of traits: ClientTraits) -> Rank {
        Rank(
            differing: counts.differing + (traits.hasFieldOrder ? 0 : 1),
            agreeing: counts.agreeing
        )
    }
}
