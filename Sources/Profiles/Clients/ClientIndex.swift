import Bytes

/// Clients, and what a request is looked up by: the length of its boundary, and the first byte of its User-Agent.
///
/// The few that share these with a request are compared with it, however many there are.
package struct ClientIndex: Sendable {
    /// A client that may have written a boundary.
    struct Candidate: Equatable, Sendable {
        /// The client.
        var profile: ClientProfile
        /// How the boundary fits its shapes.
        var fit: BoundaryFit

        static func == (left: Candidate, right: Candidate) -> Bool {
            left.profile === right.profile && left.fit == right.fit
        }
    }

    /// The clients of the catalogue.
    package static let catalogue = ClientIndex(ClientCatalogue.all)

    private let profiles: [ClientProfile]
    /// The indices of those that may have written a boundary, by its length in bytes.
    private let byLength: [[Int]]
    /// The indices of those with boundaries longer than these.
    private let others: [Int]
    /// The patterns of User-Agents that may begin with a byte, with the indices of the clients that have them.
    private let byAgent: [[(pattern: AgentPattern, clients: [Int])]]

    /// The greatest length of a boundary that is looked up: RFC 2046 §5.1.1 allows 70.
    private static let greatestLength = 100

    /// Indexes clients; where several match equally well, the order is theirs.
    package init(_ profiles: [ClientProfile]) {
        self.profiles = profiles
        func indices(where fits: (ClientProfile) -> Bool) -> [Int] {
            profiles.indices.filter { fits(profiles[$0]) }
        }
        byLength = (0...Self.greatestLength).map { length in
            indices { $0.boundaries.contains { $0.lengths.contains(length) } }
        }
        others = indices { $0.boundaries.contains { $0.lengths.upperBound > Self.greatestLength } }
        let patterns = Set(profiles.flatMap(\.agents)).map { pattern in
            (pattern: pattern, clients: indices { $0.agents.contains(pattern) })
        }
        byAgent = (0...255).map { byte in
            patterns.filter { $0.pattern.beginning.first.map { Int($0) == byte } ?? true }
        }
    }

    /// The clients whose boundaries may look like this one: those with the narrowest matching shape.
    ///
    /// Hexadecimal digits alone do not come from an encoder that draws from all letters.
    func candidates(for boundary: RawSpan) -> [Candidate] {
        let sized = boundary.byteCount < byLength.count ? byLength[boundary.byteCount] : others
        var candidates: [Candidate] = []
        candidates.reserveCapacity(sized.count)
        var (least, most) = (Int.max, 0)
        for index in sized {
            guard let fit = profiles[index].fit(of: boundary) else { continue }
            candidates.append(Candidate(profile: profiles[index], fit: fit))
            (least, most) = (min(least, fit.bits), max(most, fit.bits))
        }
        if most - least > 12 { candidates.removeAll { $0.fit.bits > least + 12 } }
        return candidates
    }

    /// The clients that a User-Agent names.
    func claimed(by agent: RawSpan) -> [ClientProfile] {
        guard !agent.isEmpty else { return [] }
        var claimed: [Int] = []
        let ofByte = byAgent[Int(agent.byte(0))]
        let patterns = ofByte.span
        for index in patterns.indices where patterns[index].pattern.matches(agent) {
            for client in patterns[index].clients where !claimed.contains(client) { claimed.append(client) }
        }
        if claimed.count > 1 { claimed.sort() }
        return claimed.map { profiles[$0] }
    }
}
