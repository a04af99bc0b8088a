import Bytes
import Connections

/// Where plain streams go, and what all connections share on the way.
struct DecryptedStreamEmitter<Next: ConnectionHandler> {
    /// Who takes the plain streams.
    var next: Next
    /// The keys.
    var log: KeyLog
    /// What is left of the limits.
    var budget: DecryptionBudget
    /// What was met.
    var counts = DecryptionCounts()
    /// Where the records of decrypted streams are noted.
    let records: RecordIndex

    /// Hands on bytes of a plain stream.
    mutating func pass(_ bytes: RawSpan, _ place: StreamPlace, on key: Int) {
        if let record = place.record {
            records.append(length: bytes.byteCount, record: record, on: key, from: place.side)
        }
        next.received(
            bytes,
            on: key,
            from: place.side,
            at: place.offset,
            frame: place.frame,
            time: place.time
        )
    }

    /// Hands on that bytes of a plain stream are missing.
    mutating func miss(_ length: Int, _ cause: GapCause, _ place: StreamPlace, on key: Int) {
        if let record = place.record {
            records.append(length: length, record: record, on: key, from: place.side)
        }
        next.missed(length, on: key, from: place.side, at: place.offset, cause: cause, frame: place.frame)
    }
}
