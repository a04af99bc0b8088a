/// The bytes of a body that have arrived and were not passed on.
struct HeldBody {
    private var bytes: [UInt8] = []
    /// The offset in the body of the first byte of `bytes`.
    private var base = 0
    private var start = 0

    /// How many bytes are held.
    var count: Int { bytes.count - start }
    /// The offset in the body after the last byte.
    var end: Int { base + bytes.count }

    /// Adds the next bytes.
    mutating func append(_ more: [UInt8]) { bytes += more }

    /// The bytes of a range of the body, as far as they are held.
    func bytes(in range: Range<Int>) -> ArraySlice<UInt8> {
        let lower = min(max(range.lowerBound - base, start), bytes.count)
        return bytes[lower..<min(max(range.upperBound - base, lower), bytes.count)]
    }

    /// Takes the bytes before an offset.
    mutating func take(before offset: Int) -> [UInt8] {
        let taken = Array(bytes(in: (base + start)..<max(offset, base + start)))
        drop(before: offset)
        return taken
    }

    /// Removes the bytes before an offset.
    mutating func drop(before offset: Int) {
        start = min(max(offset - base, start), bytes.count)
        // Few moves of what is left.
        guard start > bytes.count / 2 else { return }
        bytes.removeFirst(start)
        base += start
        start = 0
    }
}
