/// The slots of a connection's exchanges: small indices, used again once they are free.
struct SlotPool: Sendable {
    private var free: [Int] = []
    private var count = 0

    /// Takes a free slot.
    mutating func take() -> Int {
        if let slot = free.popLast() { return slot }
        count += 1
        return count - 1
    }

    /// Frees a slot.
    mutating func giveBack(_ slot: Int) { free.append(slot) }
}
