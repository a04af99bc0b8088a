/// Reads the fields of a message one after another; a field that is cut off is `nil`.
struct ByteCursor {
    private var rest: ArraySlice<UInt8>

    /// Begins at the first of `bytes`.
    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { rest.isEmpty }

    /// How many bytes are left.
    var count: Int { rest.count }

    /// The next `count` bytes.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// The next `size` bytes as a number in network order.
    mutating func number(_ size: Int) -> Int? {
        take(size)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The bytes after a length field of `size` bytes (RFC 8446 §3.4).
    mutating func vector(_ size: Int) -> ArraySlice<UInt8>? {
        number(size).flatMap { take($0) }
    }
}
