import Bytes

/// Records that arrived before the hello of the other side.
struct WaitingRecords {
    /// A record, as its reader held it.
    struct Record {
        /// The reader of the record.
        var reader: RecordReader
        /// The sender.
        var side: Side
        /// What carried it.
        var origin: ByteOrigin
    }

    private var records: [Record] = []
    /// How many bytes wait.
    private(set) var byteCount = 0
    private var dropped = 0

    /// How many records wait, or were dropped because too many did.
    var count: Int { records.count + dropped }

    /// Adds a record; where too much waits, drops all.
    mutating func add(
        _ reader: RecordReader,
        from side: Side,
        _ origin: ByteOrigin,
        _ limits: DecryptionLimits
    ) {
        records.append(Record(reader: reader, side: side, origin: origin))
        // Empty records count too: each costs its entry.
        byteCount += reader.heldBytes + MemoryLayout<Record>.stride
        if byteCount > limits.waitingBytes { drop() }
    }

    /// Drops all records.
    mutating func drop() {
        dropped += records.count
        records = []
        byteCount = 0
    }

    /// Removes and returns all records, in the order in which they came.
    mutating func takeAll() -> [Record] {
        defer {
            records = []
            byteCount = 0
        }
        return records
    }
}
