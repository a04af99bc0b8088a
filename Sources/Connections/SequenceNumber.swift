/// A position in a TCP stream as headers give it: 32 bits that wrap around (RFC 9293 §3.4).
struct SequenceNumber: Hashable, Sendable {
    /// The number in the header.
    var value: UInt32

    /// Makes a sequence number from the one in a header.
    init(_ value: UInt32) {
        self.value = value
    }

    /// How far this is after `other`, from -2³¹ to 2³¹ - 1 bytes.
    func distance(from other: SequenceNumber) -> Int {
        Int(Int32(bitPattern: value &- other.value))
    }

    /// The number `count` bytes further on.
    func advanced(by count: Int) -> SequenceNumber {
        SequenceNumber(value &+ UInt32(truncatingIfNeeded: count))
    }
}
