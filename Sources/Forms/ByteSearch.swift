/// Searches memory for one fixed byte string, at memory speed and in linear time on every input.
///
/// How it searches is described at ``ByteProbes``.
///
/// This file uses raw pointers: bounds-checked loads halve the rate. Every load is inside the given bytes.
package struct ByteSearch: Sendable {
    /// The byte string to search for; never empty.
    package let needle: [UInt8]
    private let probes: ByteProbes

    /// Prepares a search for at least 1 byte; an empty needle never matches.
    package init(_ needle: [UInt8]) {
        self.needle = needle
        probes = needle.withUnsafeBytes { ByteProbes($0) }
    }

    /// Whether the needle consists only of dashes, so that it occurs at every position of a line of dashes.
    var isOfDashes: Bool { probes.isRun && needle.first == 0x2D }

    /// The first occurrence in `bytes[from...]`, `nil` where there is none.
    package func first(in bytes: UnsafeRawBufferPointer, from: Int) -> Int? {
        needle.withUnsafeBytes { probes.first(of: $0, in: bytes, from: from) }
    }

    /// The first position from `from` on whose byte is not `byte`; the end where all are.
    package static func endOfRun(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from: Int) -> Int {
        guard let base = bytes.baseAddress else { return from }
        let run = SIMD16<UInt8>(repeating: byte)
        var place = from
        while place + 64 <= bytes.count {
            let first = (base + place).loadUnaligned(as: SIMD16<UInt8>.self) ^ run
            let second = (base + place + 16).loadUnaligned(as: SIMD16<UInt8>.self) ^ run
            let third = (base + place + 32).loadUnaligned(as: SIMD16<UInt8>.self) ^ run
            let fourth = (base + place + 48).loadUnaligned(as: SIMD16<UInt8>.self) ^ run
            let others = unsafeBitCast(first | second | third | fourth, to: SIMD2<UInt64>.self)
            guard others[0] | others[1] == 0 else { break }
            place += 64
        }
        while place < bytes.count, base.load(fromByteOffset: place, as: UInt8.self) == byte { place += 1 }
        return place
    }
}
