import Bytes
import Synchronization

/// Clients, and what a request is looked up by: the length of its boundary, and the first byte of its User-Agent.
///
/// The few that share these with a request are compared with it, however many there are.
package final class ClientIndex: Sendable {
    /// The clients that may have written a boundary.
    struct Candidates {
        /// Those with the narrowest shapes that it has.
        var all = ClientSet()
        /// Those of which it is alone enough evidence.
        var distinct = ClientSet()
    }

    /// A shape of boundaries, and the clients that have it.
    private struct KnownShape: Sendable {
        var shape: BoundaryShape
        var clients = ClientSet()
        /// The random bits of a boundary of the length that is looked up.
        var bits = 0
    }

    /// A pattern for User-Agents, and the clients that have it.
    private struct Agent: Sendable {
        var pattern: AgentPattern
        var clients = ClientSet()
    }

    /// The clients of the catalogue.
    package static let catalogue = ClientIndex(ClientCatalogue.all)

    /// The greatest length of a boundary that is looked up: RFC 2046 §5.1.1 allows 70.
    private static let greatestLength = 100
    /// How many more random bits than the narrowest shape others may have.
    private static let slack = 12

    /// The clients, by their numbers.
    let profiles: [ClientProfile]
    /// The shapes of all clients, each once.
    private let shapes: [KnownShape]
    /// Those of boundaries of a length in bytes, the narrowest first.
    private let byLength: [[KnownShape]]
    /// The patterns of User-Agents that may begin with a byte.
    private let byAgent: [[Agent]]
    /// User-Agents that were looked up, and what came of it: most captures have few.
    private let knownAgents = Mutex<[(agent: [UInt8], clients: ClientSet)]>(
        Array(repeating: ([], ClientSet()), count: knownAgentCount)
    )

    /// How many User-Agents are remembered, a power of two.
    private static let knownAgentCount = 64
    /// The length of a User-Agent in bytes up to which it is remembered.
    private static let knownAgentLimit = 256

    /// Indexes clients, ``ClientSet/capacity`` at most; where several match equally well, the order is theirs.
    package init(_ profiles: [ClientProfile]) {
        precondition(profiles.count <= ClientSet.capacity, "more clients than a set has bits")
        self.profiles = profiles
        let shapes = Self.shapes(of: profiles)
        self.shapes = shapes
        byLength = (0...Self.greatestLength).map { Self.sized(shapes, $0) }
        let agents = Self.agents(of: profiles)
        byAgent = (UInt8.min...UInt8.max).map { byte in
            agents.filter { $0.pattern.beginning.first.map { $0 == byte } ?? true }
        }
    }

    /// The clients whose boundaries may look like this one: those with the narrowest matching shape.
    ///
    /// Hexadecimal digits alone do not come from an encoder that draws from all letters.
    func candidates(for boundary: RawSpan) -> Candidates {
        let length = boundary.byteCount
        let sized = length < byLength.count ? byLength[length] : Self.sized(shapes, length)
        var candidates = Candidates()
        var most = Int.max
        let shapes = sized.span
        for index in shapes.indices where shapes[index].shape.matches(boundary) {
            // The narrowest come first.
            if most == Int.max { most = shapes[index].bits + Self.slack }
            if shapes[index].bits <= most { candidates.all.formUnion(shapes[index].clients) }
            if shapes[index].shape.isDistinctive { candidates.distinct.formUnion(shapes[index].clients) }
        }
        return candidates
    }

    /// Those of some clients whose boundaries have the fewest random bits, where all of them make such as this one.
    func narrowest(_ clients: ClientSet, for boundary: RawSpan) -> ClientSet {
        let length = boundary.byteCount
        let sized = length < byLength.count ? byLength[length] : Self.sized(shapes, length)
        let fitting = sized.first { $0.shape.matches(boundary) && $0.clients.overlaps(clients) }
        return fitting.map { $0.clients.intersection(clients) } ?? clients
    }

    /// The clients that a User-Agent names.
    func claimed(by agent: RawSpan) -> ClientSet {
        guard !agent.isEmpty else { return ClientSet() }
        let digest = FieldNameDigest(agent).exact
        let place = Int(truncatingIfNeeded: digest % UInt64(Self.knownAgentCount))
        let known = knownAgents.withLock { $0[place] }
        if known.agent.count == agent.byteCount, agent.begins(with: known.agent.span.bytes) {
            return known.clients
        }
        let claimed = matching(agent)
        if agent.byteCount <= Self.knownAgentLimit {
            let bytes = agent.withUnsafeBytes { Array($0) }
            knownAgents.withLock { $0[place] = (bytes, claimed) }
        }
        return claimed
    }

    private func matching(_ agent: RawSpan) -> ClientSet {
        var claimed = ClientSet()
        let ofByte = byAgent[Int(agent.byte(0))]
        let agents = ofByte.span
        for index in agents.indices where agents[index].pattern.matches(agent) {
            claimed.formUnion(agents[index].clients)
        }
        return claimed
    }

    /// The shapes of boundaries of a length, the narrowest first.
    private static func sized(_ shapes: [KnownShape], _ length: Int) -> [KnownShape] {
        var sized = shapes.filter { $0.shape.lengths.contains(length) }
        for index in sized.indices { sized[index].bits = sized[index].shape.bits(ofLength: length) }
        return sized.sorted { $0.bits < $1.bits }
    }

    private static func shapes(of profiles: [ClientProfile]) -> [KnownShape] {
        var shapes: [KnownShape] = []
        for (number, profile) in profiles.enumerated() {
            for shape in profile.boundaries {
                let known = shapes.firstIndex { $0.shape == shape }
                let index = known ?? shapes.endIndex
                if known == nil { shapes.append(KnownShape(shape: shape)) }
                shapes[index].clients.insert(number)
            }
        }
        return shapes
    }

    private static func agents(of profiles: [ClientProfile]) -> [Agent] {
        var agents: [Agent] = []
        for (number, profile) in profiles.enumerated() {
            for pattern in profile.agents {
                let known = agents.firstIndex { $0.pattern == pattern }
                let index = known ?? agents.endIndex
                if known == nil { agents.append(Agent(pattern: pattern)) }
                agents[index].clients.insert(number)
            }
        }
        return agents
    }
}
