/// A set of the clients of an index, one bit each: the number of a client is its place among them.
struct ClientSet: Hashable, Sendable {
    /// How many clients an index may have: a bit for each is in one number.
    static let capacity = UInt128.bitWidth

    /// All clients that an index may have.
    static let all = ClientSet(bits: .max)

    private var bits: UInt128 = 0

    /// Makes an empty set.
    init() {}

    private init(bits: UInt128) { self.bits = bits }

    /// Whether there is none.
    var isEmpty: Bool { bits == 0 }
    /// How many there are.
    var count: Int { bits.nonzeroBitCount }
    /// The first of them, `nil` where there is none.
    var first: Int? { isEmpty ? nil : bits.trailingZeroBitCount }
    /// The second of them, `nil` where there is none.
    var second: Int? {
        var rest = self
        return rest.removeFirst().flatMap { _ in rest.first }
    }
    /// Their numbers, in order.
    var numbers: [Int] {
        var numbers: [Int] = []
        var rest = self
        while let next = rest.removeFirst() { numbers.append(next) }
        return numbers
    }

    /// Adds a client.
    mutating func insert(_ number: Int) { bits |= 1 &<< UInt128(truncatingIfNeeded: number) }

    /// Adds the clients of another set.
    mutating func formUnion(_ other: ClientSet) { bits |= other.bits }

    /// The clients of both sets.
    func intersection(_ other: ClientSet) -> ClientSet {
        ClientSet(bits: bits & other.bits)
    }

    /// Removes the first client, and returns it; `nil` where there is none.
    mutating func removeFirst() -> Int? {
        guard let first else { return nil }
        bits &= bits &- 1
        return first
    }

    /// Whether a client is in it.
    @inline(__always)
    func contains(_ number: Int) -> Bool { bits &>> UInt128(truncatingIfNeeded: number) & 1 != 0 }

    /// Whether it has a client of another set.
    func overlaps(_ other: ClientSet) -> Bool { bits & other.bits != 0 }
}
