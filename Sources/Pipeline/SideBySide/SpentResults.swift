/// What came out of a worker, and is not needed any more: its memory is freed by the thread that allocated it, without a wait.
///
/// That is done a little at a time, so that each result gets the memory of one that is freed just before it. Of many that are
/// freed at once the allocator would join the pieces, and cut them anew.
struct SpentResults: Sendable {
    private var outcomes: [DeliveryOutcome] = []

    /// Takes in what came out.
    mutating func add(_ outcome: consuming DeliveryOutcome) { outcomes.append(outcome) }

    /// Takes in what another value holds, and leaves nothing there.
    mutating func take(from other: inout SpentResults) {
        outcomes += other.outcomes
        other.outcomes.removeAll(keepingCapacity: true)
    }

    /// Frees at once what came out of all but the last blocks.
    ///
    /// - Parameter count: the number of blocks.
    mutating func freeAll(but count: Int) { outcomes.removeFirst(max(0, outcomes.count - count)) }

    /// Frees some results.
    ///
    /// - Parameter count: how many were made since the last call.
    mutating func free(_ count: Int) {
        for _ in 0..<count {
            while let last = outcomes.indices.last, outcomes[last].isEmpty { outcomes.removeLast() }
            guard let last = outcomes.indices.last else { return }
            _ = outcomes[last].results.popLast()
            _ = outcomes[last].counted.popLast()
        }
    }
}
