/// The dynamic table of HPACK: the field lines that were added last, the oldest evicted for room (RFC 7541 §2.3.2).
///
/// A table whose beginning was not captured is partial: an index beyond the known entries stands for an
/// unknown entry, and is not an error of the sender.
struct HPACKTable: Sendable {
    /// The greatest number of bytes (as RFC 7541 §4.1 counts them) that are kept.
    ///
    /// Clients announce 4 to 64 KiB; in a larger table, the oldest entries become unknown.
    static let keptBytes = 1 << 20

    /// The size before any is announced (RFC 9113 §6.5.2).
    static let initialCapacity = 4_096

    private var entries: [HPACKField] = []
    private var first = 0
    /// The size of all entries in bytes (RFC 7541 §4.1).
    private(set) var size = 0
    /// An estimate of the bytes that the entries take in memory: each has two arrays.
    var memoryBytes: Int { size + count * 2 * Self.arrayBytes }
    /// What an array takes besides its elements, in bytes.
    private static let arrayBytes = 40
    private var capacity = HPACKTable.initialCapacity
    /// Whether there are, or may be, entries beyond those that are known.
    private(set) var isPartial = false

    /// The number of entries that are known.
    var count: Int { entries.count - first }

    /// The entry with an index, 1 the newest; `nil` where the table has none.
    subscript(index: Int) -> HPACKField? {
        guard index >= 1 else { return nil }
        guard index <= count else { return isPartial ? .unknown : nil }
        return entries[entries.count - index]
    }

    /// Adds an entry (RFC 7541 §4.4).
    mutating func insert(_ entry: HPACKField) {
        let room = min(capacity, Self.keptBytes)
        evict(to: room - min(entry.size, room))
        guard entry.size <= room else {
            isPartial = isPartial || capacity > room
            return
        }
        entries.append(entry)
        size += entry.size
    }

    /// Applies a size update (RFC 7541 §6.3).
    mutating func resize(to capacity: Int) {
        self.capacity = capacity
        evict(to: min(capacity, Self.keptBytes))
        // No entry is smaller than 32 bytes: the table is known to be empty.
        if capacity < 32 { isPartial = false }
    }

    /// Makes all entries unknown, because blocks that may have added some are missing from the capture.
    mutating func forget() {
        entries = []
        first = 0
        size = 0
        capacity = Self.keptBytes
        isPartial = true
    }

    private mutating func evict(to room: Int) {
        while size > room, first < entries.count {
            size -= entries[first].size
            entries[first] = .unknown
            first += 1
            if capacity > Self.keptBytes { isPartial = true }
        }
        // Entries are moved only when half of the places are free, so that each is moved once on average.
        if first > 32, first > entries.count / 2 {
            entries.removeFirst(first)
            first = 0
        }
    }
}
