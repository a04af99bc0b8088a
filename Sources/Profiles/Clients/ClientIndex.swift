import Bytes
import Exchanges

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
        /// The marks of the names in the orders of their fields.
        var fieldMarks: UInt64 = 0
    }

    /// A shape of boundaries, and the clients that have it.
    private struct KnownShape: Sendable {
        var shape: BoundaryShape
        var clients = ClientSet()
        /// The marks of the names in the orders of their fields.
        var fieldMarks: UInt64 = 0
        /// The random bits of a boundary of the length that is looked up.
        var bits = 0
        /// See ``BoundaryShape/start``.
        let start: (bytes: UInt64, mask: UInt64)
        /// See ``BoundaryShape/isDistinctive``.
        let isDistinctive: Bool

        init(_ shape: BoundaryShape) {
            self.shape = shape
            start = shape.start
            isDistinctive = shape.isDistinctive
        }
    }

    /// A pattern for User-Agents, and the clients that have it.
    private struct Agent: Sendable {
        var pattern: AgentPattern
        var clients = ClientSet()
        /// See ``AgentPattern/product``.
        let product: (bytes: UInt64, mask: UInt64)
    }

    /// The clients of the catalogue.
    package static let catalogue = ClientIndex(ClientCatalogue.all)

    /// The greatest length of a boundary that is looked up: RFC 2046 §5.1.1 allows 70.
    private static let greatestLength = 100
    /// How many more random bits than the narrowest shape others may have.
    private static let slack = 12

    /// The clients, by their numbers.
    let profiles: [ClientProfile]
    /// Their traits.
    let traits: [ClientTraits]
    /// The shapes of all clients, each once.
    private let shapes: [KnownShape]
    /// Those of boundaries of a length in bytes, the narrowest first.
    private let byLength: [[KnownShape]]
    /// The patterns of User-Agents that may begin with a byte, but for ``byProduct``.
    private let byAgent: [[Agent]]
    /// The patterns of User-Agents in which a product and its slash (RFC 9110 §10.1.5) follow on any text.
    private let byProduct: [Agent]
    /// The clients that have these.
    private let productClients: ClientSet

    /// Indexes clients, ``ClientSet/capacity`` at most; where several match equally well, the order is theirs.
    package init(_ profiles: [ClientProfile]) {
        precondition(profiles.count <= ClientSet.capacity, "more clients than a set has bits")
        self.profiles = profiles
        traits = profiles.map(\.traits)
        let shapes = Self.shapes(of: profiles)
        self.shapes = shapes
        byLength = (0...Self.greatestLength).map { Self.sized(shapes, $0) }
        let agents = Self.agents(of: profiles)
        byAgent = (UInt8.min...UInt8.max).map { byte in
            agents.filter { $0.product.mask == 0 && $0.pattern.beginning.first.map { $0 == byte } ?? true }
        }
        byProduct = agents.filter { $0.product.mask != 0 }
        productClients = byProduct.reduce(into: ClientSet()) { $0.formUnion($1.clients) }
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
        let start = ByteOctet(in: boundary, at: 0).word
        for index in shapes.indices {
            // The narrowest come first; of the others those matter that are evidence enough.
            guard (start ^ shapes[index].start.bytes) & shapes[index].start.mask == 0,
                shapes[index].bits <= most || shapes[index].isDistinctive,
                shapes[index].shape.matches(boundary)
            else { continue }
            if most == Int.max { most = shapes[index].bits + Self.slack }
            if shapes[index].bits <= most {
                candidates.all.formUnion(shapes[index].clients)
                candidates.fieldMarks |= shapes[index].fieldMarks
            }
            if shapes[index].isDistinctive { candidates.distinct.formUnion(shapes[index].clients) }
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

    /// The clients that the User-Agent of a request names.
    func claimed(in request: Message?) -> ClientSet {
        request?.head.fields.value(.userAgent).map { claimed(by: $0.span.bytes) } ?? ClientSet()
    }

    /// Those of some clients that a User-Agent names; the patterns of others are not compared.
    func claimed(by agent: RawSpan, among clients: ClientSet = .all) -> ClientSet {
        guard !agent.isEmpty else { return ClientSet() }
        var claimed = ClientSet()
        let ofByte = byAgent[Int(agent.byte(0))]
        let agents = ofByte.span
        for index in agents.indices
        where agents[index].clients.overlaps(clients) && agents[index].pattern.matches(agent) {
            claimed.formUnion(agents[index].clients)
        }
        guard productClients.overlaps(clients) else { return claimed.intersection(clients) }
        let byProduct = byProduct
        let products = byProduct.span
        var place = 0
        while let slash = agent.firstSlash(from: place) {
            place = slash &+ 1
            let ending = ByteOctet(endingAt: place, in: agent).word
            for index in products.indices
            where (ending ^ products[index].product.bytes) & products[index].product.mask == 0
                && products[index].clients.overlaps(clients) && products[index].pattern.matches(agent)
            {
                claimed.formUnion(products[index].clients)
            }
        }
        return claimed.intersection(clients)
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
                if known == nil { shapes.append(KnownShape(shape)) }
                shapes[index].clients.insert(number)
                shapes[index].fieldMarks |= profile.fieldMarks
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
                if known == nil { agents.append(Agent(pattern: pattern, product: pattern.product)) }
                agents[index].clients.insert(number)
            }
        }
        return agents
    }
}

extension ByteOctet {
    /// The eight bytes that end at an offset; where there are fewer, zeros stand before them.
    @inline(__always)
    fileprivate init(endingAt end: Int, in bytes: RawSpan) {
        if end >= Self.count {
            self.init(in: bytes, knownAt: end &- Self.count)
        } else {
            self.init(
                ByteOctet(in: bytes.extracting(0..<end), at: 0).word << UInt64(8 &* (Self.count &- end))
            )
        }
    }
}

extension RawSpan {
    /// The offset of the first slash from an offset on, `nil` where there is none.
    fileprivate func firstSlash(from start: Int) -> Int? {
        var place = start
        while place < byteCount {
            let slashes = ByteOctet(in: self, at: place).equal(to: UInt8(ascii: "/"))
            if slashes != 0 { return place &+ slashes.trailingZeroBitCount / 8 }
            place &+= ByteOctet.count
        }
        return nil
    }
}
