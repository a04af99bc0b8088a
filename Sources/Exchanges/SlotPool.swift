/// The places of a connection's exchanges: the smallest numbers that are free.
struct SlotPool: Sendable {
    private var free: [Int] = []
    private var count = 0

    /// Takes a place.
    mutating func take() -> Int {
        if let slot = free.popLast() { return slot }
        count += 1
        return count - 1
    }

    /// Gives a place back.
    mutating func giveBack(_ slot: Int) { free.append(slot) }
}
