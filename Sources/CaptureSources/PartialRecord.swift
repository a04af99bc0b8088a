/// The received part of a record that a push did not complete.
struct PartialRecord: Sendable {
    /// The bytes received of the record; empty between records.
    private(set) var bytes: [UInt8] = []
    /// The number of bytes needed before the record can be parsed again.
    var needed = 0
    /// The number of following bytes to skip.
    var skipped = 0
    /// The number of bytes consumed, not counting `bytes`: the offset of the next record.
    private(set) var offset = 0

    /// Whether the input must not end here.
    var isInsideRecord: Bool { !bytes.isEmpty || skipped > 0 }

    /// The number of bytes pushed.
    var end: Int { offset + bytes.count }

    /// Consumes bytes that need not be kept.
    mutating func advance(_ count: Int) {
        offset += count
    }

    /// Keeps bytes of the record that begins with them, at most as many as needed, to copy little of a push.
    ///
    /// - Returns: the number of bytes kept.
    mutating func keep(_ rest: RawSpan) -> Int {
        let count = min(rest.byteCount, needed - bytes.count)
        guard count > 0 else { return 0 }
        rest.extracting(first: count).withUnsafeBytes { bytes.append(contentsOf: $0) }
        return count
    }

    /// Removes and returns the record, to be parsed.
    mutating func take() -> [UInt8] {
        let record = bytes
        bytes = []
        return record
    }

    /// Puts back a record that needs more bytes, or an emptied buffer to reuse its storage.
    mutating func putBack(_ record: consuming [UInt8], consumed: Int) {
        offset += consumed
        if consumed > 0 { record.removeAll(keepingCapacity: true) }
        bytes = record
    }
}

/// A reader of files that are sequences of length-prefixed records.
protocol CaptureRecordReader {
    /// The rest of the last push.
    var partial: PartialRecord { get set }
    /// Whether nothing more can be read.
    var isStopped: Bool { get }

    /// Reads whole records from the start of `bytes`, whose first byte has the offset `partial.offset`.
    ///
    /// Where a record is not complete, `partial.needed` is set to its length, as far as that is known.
    ///
    /// - Returns: the number of bytes in the records that were read.
    mutating func readRecords(_ bytes: RawSpan, into handler: inout some PacketHandler) -> Int
}

extension CaptureRecordReader {
    /// Reads whole records, and keeps the rest for the next push.
    mutating func feed(_ bytes: RawSpan, into handler: inout some PacketHandler) {
        var position = 0
        while position < bytes.byteCount, !isStopped {
            if partial.skipped > 0 {
                let count = min(partial.skipped, bytes.byteCount - position)
                partial.skipped -= count
                partial.advance(count)
                position += count
                continue
            }
            if partial.bytes.isEmpty {
                let read = readRecords(bytes.extracting(position...), into: &handler)
                partial.advance(read)
                position += read
                guard !isStopped, partial.skipped == 0, position < bytes.byteCount else { continue }
            }
            position += partial.keep(bytes.extracting(position...))
            guard partial.bytes.count >= partial.needed else { return }
            let record = partial.take()
            let read = readRecords(record.span.bytes, into: &handler)
            partial.putBack(record, consumed: read)
        }
    }
}
