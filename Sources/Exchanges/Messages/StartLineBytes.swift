import Bytes

/// The bytes of a start line; those of most stand in their place, and take no memory besides.
struct StartLineBytes: Sendable {
    /// The bytes of a line of at most ``greatestLength``, in the order of memory.
    private var short = [6 of UInt64](repeating: 0)
    private var shortCount: UInt8 = 0
    /// The bytes of a longer line.
    private var long: [UInt8] = []

    /// The greatest number of bytes that stand in place.
    private static let greatestLength = 48

    /// No line.
    init() {}

    /// Takes the bytes of a line, in place of those before.
    mutating func replace(with line: RawSpan) {
        guard line.byteCount <= Self.greatestLength else {
            long = line.copied(0..<line.byteCount)
            return
        }
        if !long.isEmpty { long = [] }
        shortCount = UInt8(line.byteCount)
        withUnsafeMutableBytes(of: &short) { place in
            line.withUnsafeBytes { place.copyMemory(from: $0) }
        }
    }

    /// How many there are.
    var count: Int { long.isEmpty ? Int(shortCount) : long.count }

    /// The bytes.
    var bytes: [UInt8] {
        guard long.isEmpty else { return long }
        return withUnsafeBytes(of: short) { Array($0.prefix(Int(shortCount))) }
    }
}
