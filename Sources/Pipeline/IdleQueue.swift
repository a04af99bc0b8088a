/// The connections that are being inspected, in the order of their last use.
///
/// A binary heap by the last use that was known when a connection was put in or looked at: less than its present one, so
/// that using a connection costs nothing here. What turns out to have been used since is put back by its present one;
/// that happens once for each use at most.
struct IdleQueue {
    private struct Entry {
        var lastUse: Int
        var connection: ReassembledConnection
    }

    private var heap: [Entry] = []
    /// The number of entries at which those that are no longer inspected are let go.
    private var nextSweep = 1_024

    /// Puts in a connection whose inspection begins.
    mutating func insert(_ connection: ReassembledConnection) {
        push(Entry(lastUse: connection.lastUse, connection: connection))
        guard heap.count >= nextSweep else { return }
        heap = heap.filter { $0.connection.isInspected }
        // A sorted array is a heap.
        heap.sort { $0.lastUse < $1.lastUse }
        nextSweep = max(1_024, 2 * heap.count)
    }

    /// Takes out the connection that was unused for longest, of those but one; `nil` where there is no other.
    mutating func popIdle(but spared: ReassembledConnection) -> ReassembledConnection? {
        var sparedEntry: Entry?
        defer { if let sparedEntry { push(sparedEntry) } }
        while var entry = pop() {
            guard entry.connection.isInspected else { continue }
            if entry.connection === spared {
                sparedEntry = entry
            } else if entry.connection.lastUse > entry.lastUse {
                entry.lastUse = entry.connection.lastUse
                push(entry)
            } else {
                return entry.connection
            }
        }
        return nil
    }

    private mutating func push(_ entry: Entry) {
        var place = heap.count
        heap.append(entry)
        while place > 0, heap[(place - 1) / 2].lastUse > entry.lastUse {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func pop() -> Entry? {
        guard let last = heap.popLast() else { return nil }
        guard let first = heap.first else { return last }
        heap[0] = last
        var place = 0
        while true {
            let left = 2 * place + 1
            var least = place
            if left < heap.count, heap[left].lastUse < heap[least].lastUse { least = left }
            if left + 1 < heap.count, heap[left + 1].lastUse < heap[least].lastUse { least = left + 1 }
            guard least != place else { return first }
            heap.swapAt(place, least)
            place = least
        }
    }
}
