import Bytes

/// Clients, and what a request is looked up by: the length of its boundary, and the first byte of its User-Agent.
///
/// The few that share these with a request are compared with it, however many there are.
package struct ClientIndex: Sendable {
    /// The clients of the catalogue.
    package static let catalogue = ClientIndex(ClientCatalogue.all)

    private let profiles: [ClientProfile]
    /// The indices of those that may have written a boundary, by its length in bytes.
    private let byLength: [[Int]]
    /// The indices of those with boundaries longer than these.
    private let others: [Int]
    /// The indices of those whose User-Agent may begin with a byte.
    private let byAgent: [[Int]]

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
        byAgent = (0...255).map { byte in
            indices { $0.agents.contains { $0.beginning.first.map { Int($0) == byte } ?? true } }
        }
    }

    /// The clients whose boundaries may look like this one: those with the narrowest matching shape.
    ///
    /// Hexadecimal digits alone do not come from an encoder that draws from all letters.
    func candidates(for boundary: [UInt8]) -> [ClientProfile] {
        var fitting: [(profile: ClientProfile, bits: Int)] = []
        var least = Int.max
        for index in boundary.count < byLength.count ? byLength[boundary.count] : others {
            guard let bits = profiles[index].bits(of: boundary) else { continue }
            fitting.append((profiles[index], bits))
            least = min(least, bits)
        }
        return fitting.filter { $0.bits <= least + 12 }.map(\.profile)
    }

    /// The clients that a User-Agent names.
    func claimed(by agent: RawSpan) -> [ClientProfile] {
        var claimed: [ClientProfile] = []
        guard !agent.isEmpty else { return claimed }
        for index in byAgent[Int(agent.byte(0))] where profiles[index].isClaimed(by: agent) {
            claimed.append(profiles[index])
        }
        return claimed
    }
}
