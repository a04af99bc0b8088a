/// What all connections of a capture share: how much may wait, how much does, and what was counted.
struct ReassemblyBudget {
    /// How much may wait.
    let limits: ReassemblyLimits
    /// What waiting costs now, in bytes.
    var heldBytes = 0
    /// What was counted.
    var counts = ConnectionCounts()
    /// The limits that were reached, each once, and the connection on which it was reached first.
    private(set) var passedLimits: [(limit: ReassemblyLimit, connection: Int?)] = []

    /// Makes a budget of which nothing is spent.
    init(limits: ReassemblyLimits) {
        self.limits = limits
    }

    /// Notes that a limit was reached.
    mutating func note(_ limit: ReassemblyLimit, on connection: Int?) {
        guard !passedLimits.contains(where: { $0.limit == limit }) else { return }
        passedLimits.append((limit, connection))
    }
}
