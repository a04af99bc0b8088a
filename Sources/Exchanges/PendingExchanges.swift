import Bytes

/// The exchanges of a connection that are not completed, in the order of their requests.
///
/// Adding one at the end, and removing one near either end, take the same time however many there are.
struct PendingExchanges: Sendable {
    private var entries: ContiguousArray<PendingExchange> = []
    /// Where the first one stands; those before it are without contents.
    private var start = 0
    /// The greatest number of places that were in use: the room for them stays.
    private var peak = 0

    /// How many places at the front may be unused before they are removed.
    private static let unusedPlaces = 32

    /// The number of exchanges.
    var count: Int { entries.count - start }
    /// Whether there are none.
    var isEmpty: Bool { count == 0 }
    /// The indices of the exchanges, from 0.
    var indices: Range<Int> { 0..<count }
    /// The bytes that they take in memory, apart from their messages.
    var placeBytes: Int { ArrayGrowth.bytes(peak, stride: MemoryLayout<PendingExchange>.stride) }

    /// The exchange at an index.
    subscript(index: Int) -> PendingExchange {
        _read { yield entries[start + index] }
        _modify { yield &entries[start + index] }
    }

    /// Adds an exchange at the end.
    mutating func append(_ entry: consuming PendingExchange) {
        entries.append(entry)
        peak = max(peak, entries.count)
    }

    /// Removes the exchange at an index.
    mutating func remove(at index: Int) {
        if index == count - 1 {
            entries.removeLast()
        } else if index < count / 2 {
            for place in stride(from: start + index, to: start, by: -1) { entries.swapAt(place, place - 1) }
            entries[start] = .empty
            start += 1
        } else {
            entries.remove(at: start + index)
        }
        removeUnused()
    }

    private mutating func removeUnused() {
        guard start >= Self.unusedPlaces, start >= count else { return }
        if peak > 4 * max(count, Self.unusedPlaces) {
            entries = ContiguousArray(entries[start...])
            peak = entries.count
        } else {
            entries.removeSubrange(..<start)
        }
        start = 0
    }
}
