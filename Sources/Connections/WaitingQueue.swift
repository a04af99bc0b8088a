/// The connections of which bytes wait for missing ones, those that have waited for longest first.
struct WaitingQueue {
    /// A connection.
    struct Entry {
        /// Its index in the table.
        let index: Int
        /// Its number, by which an index is recognised that was given to another connection.
        let number: Int
    }

    private var entries: [Entry] = []
    private var first = 0
    /// The number of entries at which those that no longer wait are let go.
    private var nextSweep = 1_024

    /// Adds a connection that begins to wait.
    mutating func append(_ index: Int, in table: inout ConnectionTable) {
        guard !table[index].isQueued else { return }
        table[index].isQueued = true
        entries.append(Entry(index: index, number: table[index].number))
        guard entries.count >= nextSweep else { return }
        var kept: [Entry] = []
        for entry in entries[first...] where table[entry.index].number == entry.number {
            table[entry.index].isQueued = table[entry.index].isHolding
            if table[entry.index].isQueued { kept.append(entry) }
        }
        entries = kept
        first = 0
        nextSweep = max(1_024, 2 * kept.count)
    }

    /// Takes out the connection that has waited for longest; `nil` where none waits.
    mutating func pop(from table: inout ConnectionTable) -> Int? {
        while first < entries.count {
            let entry = entries[first]
            first += 1
            guard table[entry.index].number == entry.number else { continue }
            table[entry.index].isQueued = false
            if table[entry.index].isHolding { return entry.index }
        }
        entries = []
        first = 0
        return nil
    }
}
