/// What all connections of a capture share: limits, memory in use, and counts.
struct ReassemblyBudget {
    /// The limits.
    let limits: ReassemblyLimits
    /// Memory that waiting segments take now, in bytes.
    var heldBytes = 0
    /// The counts so far.
    var counts = ConnectionCounts()
    /// The limits that were reached, each once, and the connection on which it was reached first.
    private(set) var passedLimits: [(limit: ReassemblyLimit, connection: Int?)] = []

    /// Makes a budget of which nothing is used.
    init(limits: ReassemblyLimits) {
        self.limits = limits
    }

    /// Notes that a limit was reached.
    mutating func note(_ limit: ReassemblyLimit, on connection: Int?) {
        guard !passedLimits.contains(where: { $0.limit == limit }) else { return }
        passedLimits.append((limit, connection))
    }
}
