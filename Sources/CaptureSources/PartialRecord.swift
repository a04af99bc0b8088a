/// The part of a record that has arrived when a push ends in the middle of it.
struct PartialRecord: Sendable {
    /// What has arrived of the record; empty between records.
    private(set) var bytes: [UInt8] = []
    /// How many bytes are needed before the record can be looked at again.
    var needed = 0
    /// How many of the coming bytes are to be passed over.
    var skipped = 0
    /// How many bytes were pushed and left behind, not counting `bytes`: the offset of the next record.
    private(set) var offset = 0

    /// Whether more must come before the input may end.
    var isInsideRecord: Bool { !bytes.isEmpty || skipped > 0 }

    /// How many bytes were pushed.
    var end: Int { offset + bytes.count }

    /// Moves on over bytes that need not be kept.
    mutating func advance(_ count: Int) {
        offset += count
    }

    /// Keeps bytes for the record that begins with them; at most what is needed, so that a push is not copied.
    ///
    /// - Returns: how many were kept.
    mutating func keep(_ rest: RawSpan) -> Int {
        let count = min(rest.byteCount, needed - bytes.count)
        guard count > 0 else { return 0 }
        rest.extracting(first: count).withUnsafeBytes { bytes.append(contentsOf: $0) }
        return count
    }

    /// Gives the record away to be read.
    mutating func take() -> [UInt8] {
        let record = bytes
        bytes = []
        return record
    }

    /// Takes back a record that turned out to need more, or an emptied buffer for its storage.
    mutating func putBack(_ record: consuming [UInt8], consumed: Int) {
        offset += consumed
        if consumed > 0 { record.removeAll(keepingCapacity: true) }
        bytes = record
    }
}

/// A reader of files that are sequences of records whose lengths stand in front of them.
protocol RecordReader {
    /// What is left of the last push.
    var straddling: PartialRecord { get set }
    /// Whether nothing more can be read.
    var isStopped: Bool { get }

    /// Reads whole records from the start of `bytes`, whose first byte has the offset `straddling.offset`.
    ///
    /// Where a record is not whole, `straddling.needed` is set to what it needs, as far as that is known.
    ///
    /// - Returns: how many bytes the records took that were read.
    mutating func readRecords(_ bytes: RawSpan, into handler: inout some PacketHandler) -> Int
}

extension RecordReader {
    /// Reads what can be read, and keeps the rest for the next push.
    mutating func feed(_ bytes: RawSpan, into handler: inout some PacketHandler) {
        var position = 0
        while position < bytes.byteCount, !isStopped {
            if straddling.skipped > 0 {
                let count = min(straddling.skipped, bytes.byteCount - position)
                straddling.skipped -= count
                straddling.advance(count)
                position += count
                continue
            }
            if straddling.bytes.isEmpty {
                let read = readRecords(bytes.extracting(position...), into: &handler)
                straddling.advance(read)
                position += read
                guard !isStopped, straddling.skipped == 0, position < bytes.byteCount else { continue }
            }
            position += straddling.keep(bytes.extracting(position...))
            guard straddling.bytes.count >= straddling.needed else { return }
            let record = straddling.take()
            let read = readRecords(record.span.bytes, into: &handler)
            straddling.putBack(record, consumed: read)
        }
    }
}
