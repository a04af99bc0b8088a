/// Sixteen bytes that are looked at in one step, in a vector register of any x86-64 or arm64 processor.
struct ByteBlock {
    /// How many bytes there are.
    static let count = 16

    // Vectors are compared with vectors: the comparison with one number is generic code.
    private typealias Lanes = SIMD16<UInt8>

    /// The bytes.
    private let lanes: Lanes

    /// Reads the bytes at an offset; the caller has compared the offset after them with the number of bytes.
    @inline(__always)
    init(in bytes: RawSpan, knownAt offset: Int) {
        lanes = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Lanes.self)
    }

    /// The number of bytes before the first LF; 16 where there is none.
    @inline(__always)
    var countBeforeLineFeed: Int { Self.leading(before: lanes .== Lanes(repeating: 0x0A)) }

    /// The number of ASCII letters and dashes at the beginning.
    @inline(__always)
    var countOfLettersAndDashes: Int {
        let fromA = (lanes | Lanes(repeating: 0x20)) &- Lanes(repeating: UInt8(ascii: "a"))
        let isOther = fromA .> Lanes(repeating: 25)
        return Self.leading(before: isOther .& (lanes .!= Lanes(repeating: UInt8(ascii: "-"))))
    }

    /// The number of printable ASCII characters at the beginning, of which `first` is the first that counts.
    @inline(__always)
    func countOfPrintable(from first: Int8) -> Int {
        // As signed numbers, bytes above 0x7F are below all characters.
        let signed = unsafeBitCast(lanes, to: SIMD16<Int8>.self)
        let isBelow = signed .< SIMD16<Int8>(repeating: first)
        return Self.leading(before: isBelow .| (lanes .== Lanes(repeating: 0x7F)))
    }

    /// The number of bytes before the first one in a set; 16 where there is none.
    @inline(__always)
    private static func leading(before set: SIMDMask<SIMD16<Int8>>) -> Int {
        let words = unsafeBitCast(set, to: SIMD2<UInt64>.self)
        let low = UInt64(littleEndian: words[0])
        if low != 0 { return low.trailingZeroBitCount / 8 }
        return 8 &+ UInt64(littleEndian: words[1]).trailingZeroBitCount / 8
    }
}
