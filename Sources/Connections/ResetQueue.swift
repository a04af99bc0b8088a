import Bytes

/// The connections that a RST ends unless they go on, in the order of the RSTs.
struct ResetQueue {
    /// A connection that waits.
    struct Entry {
        /// Its index in the table.
        let index: Int
        /// Its number, by which an index is recognised that was given to another connection.
        let number: Int
        /// The frame of the RST.
        let frame: Int
        /// The number of packets of the capture up to it.
        let packet: Int
        /// When the RST came.
        let time: Timestamp?
    }

    private var entries: [Entry] = []
    private var first = 0

    /// Whether none waits.
    var isEmpty: Bool { first == entries.count }

    /// Adds the connection of a RST that was just taken.
    mutating func append(_ entry: Entry) {
        entries.append(entry)
    }

    /// Takes out the first connection that has waited for long enough, or that is one too many.
    mutating func popDue(at packet: Int, _ limits: ReassemblyLimits) -> Entry? {
        guard first < entries.count,
            entries.count - first > limits.resetConnections
                || packet - entries[first].packet >= limits.packetsBeforeReset
        else { return nil }
        return pop(limits)
    }

    /// Takes out the first connection whose RST came at a time or before; those without a time wait on.
    mutating func popDue(at time: Timestamp, _ limits: ReassemblyLimits) -> Entry? {
        guard first < entries.count, let came = entries[first].time, came <= time else { return nil }
        return pop(limits)
    }

    private mutating func pop(_ limits: ReassemblyLimits) -> Entry {
        let entry = entries[first]
        first += 1
        if first == entries.count || first > 2 * limits.resetConnections + 16 {
            entries.removeFirst(first)
            first = 0
        }
        return entry
    }
}
