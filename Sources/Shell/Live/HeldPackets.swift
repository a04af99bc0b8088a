import Bytes
import CaptureSources

/// Packets that wait for a moment before they are read, because the keys that decrypt them may be written a little later
/// than they were captured.
struct HeldPackets {
    private struct Entry {
        var header: PacketHeader
        var bytes: [UInt8]
        var since: Timestamp
    }

    /// How long a packet waits, in nanoseconds: programs write keys in the handshake, some on another thread.
    static let delay: Int64 = 300_000_000
    /// The number of bytes that wait at most: with more, the first are read at once.
    private static let byteLimit = 16 << 20
    /// What an entry takes in memory besides its bytes, in bytes.
    private static let entryBytes = 128

    private var entries: [Entry] = []
    private var first = 0
    private var byteCount = 0

    /// When the packet came that waits for longest; `nil` where none waits.
    var oldest: Timestamp? { first < entries.count ? entries[first].since : nil }

    /// Adds a packet that came at a time.
    mutating func add(_ header: PacketHeader, _ bytes: RawSpan, at now: Timestamp) {
        entries.append(Entry(header: header, bytes: bytes.withUnsafeBytes { Array($0) }, since: now))
        byteCount += bytes.byteCount + Self.entryBytes
    }

    /// Takes out the next packet that has waited for long enough at a time; any, where `all` are to be read.
    mutating func pop(at now: Timestamp, all: Bool = false) -> (header: PacketHeader, bytes: [UInt8])? {
        guard first < entries.count else { return nil }
        let entry = entries[first]
        // The clock may have been set back.
        let isDue =
            now.nanoseconds - entry.since.nanoseconds >= Self.delay || now < entry.since
            || byteCount > Self.byteLimit
        guard all || isDue else { return nil }
        first += 1
        byteCount -= entry.bytes.count + Self.entryBytes
        if first == entries.count || first >= 4_096 {
            entries.removeFirst(first)
            first = 0
        }
        return (entry.header, entry.bytes)
    }
}
