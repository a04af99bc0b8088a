/// What all connections share: how much may wait, how much does, and what was counted.
struct ReassemblyBudget {
    /// How much may wait.
    let limits: ReassemblyLimits
    /// What waiting costs now, in bytes.
    var heldBytes = 0
    /// What was counted.
    var counts = ConnectionCounts()
    private var told: Set<ReassemblyLimit> = []

    /// Makes a budget of which nothing is spent.
    init(limits: ReassemblyLimits) {
        self.limits = limits
    }

    /// Tells that a limit was passed, the first time that it is.
    mutating func tell(
        _ limit: ReassemblyLimit,
        on connection: Int?,
        _ handler: inout some ConnectionHandler
    ) {
        if told.insert(limit).inserted { handler.limitPassed(limit, on: connection) }
    }
}
