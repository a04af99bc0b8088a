import Bytes

/// The Huffman code of HPACK (RFC 7541 §5.2, Appendix B).
///
/// The code is canonical: codes of one length follow one another in the order of their symbols, so that the
/// lengths alone define it. Codes of at most eight bits, which most text has, are decoded by one look-up in a
/// table.
struct HuffmanCode: Sendable {
    /// The code of HPACK.
    static let hpack = HuffmanCode(lengths: hpackLengths)

    /// The length of the longest code, in bits.
    private static let longest = 30
    /// The symbol EOS, which must not occur (RFC 7541 §5.2).
    private static let end = 256

    /// For each value of eight bits, the symbol whose code it begins with (upper byte) and the length of that
    /// code (lower byte); 0 where the code is longer.
    private let short: [UInt16]
    /// The symbols in the order of their codes.
    private let symbols: [UInt16]
    /// For each length: the first code, the index of its symbol in `symbols`, and the number of codes.
    private let first: [UInt32]
    private let place: [Int]
    private let count: [Int]

    private init(lengths: [UInt8]) {
        var symbols: [UInt16] = []
        var first = [UInt32](repeating: 0, count: Self.longest + 1)
        var place = [Int](repeating: 0, count: Self.longest + 1)
        var count = [Int](repeating: 0, count: Self.longest + 1)
        var short = [UInt16](repeating: 0, count: 256)
        var code: UInt32 = 0
        for length in 1...Self.longest {
            code <<= 1
            first[length] = code
            place[length] = symbols.count
            for symbol in lengths.indices where Int(lengths[symbol]) == length {
                symbols.append(UInt16(symbol))
                if length <= 8 {
                    let start = Int(code) << (8 - length)
                    for bits in start..<(start + 1 << (8 - length)) {
                        short[bits] = UInt16(symbol) << 8 | UInt16(length)
                    }
                }
                code += 1
            }
            count[length] = symbols.count - place[length]
        }
        self.short = short
        self.symbols = symbols
        self.first = first
        self.place = place
        self.count = count
    }

    /// Decodes a string.
    ///
    /// - Parameter bytes: the code.
    /// - Returns: the text; `nil` where the bytes are not valid code, or the padding is not a prefix of EOS
    ///   shorter than a byte (RFC 7541 §5.2).
    func decode(_ bytes: RawSpan) -> [UInt8]? {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.byteCount * 8 / 5 + 1)
        var window: UInt64 = 0
        var bits = 0
        var position = 0
        while true {
            while bits <= 56, position < bytes.byteCount {
                window |= UInt64(bytes.byte(position)) << UInt64(56 - bits)
                bits += 8
                position += 1
            }
            guard bits > 0 else { return text }
            let entry = short[Int(window >> 56)]
            var length = Int(entry & 0xFF)
            var symbol = Int(entry >> 8)
            if length == 0 {
                guard let long = longCode(window, bits) else {
                    return Self.isPadding(window, bits) ? text : nil
                }
                (symbol, length) = long
            } else if length > bits {
                return Self.isPadding(window, bits) ? text : nil
            }
            guard symbol != Self.end else { return nil }
            text.append(UInt8(truncatingIfNeeded: symbol))
            window <<= UInt64(length)
            bits -= length
        }
    }

    /// The symbol of a code of more than eight bits at the beginning of a window; `nil` where the code is cut
    /// off.
    private func longCode(_ window: UInt64, _ bits: Int) -> (symbol: Int, length: Int)? {
        for length in 9...Self.longest where length <= bits {
            let code = UInt32(truncatingIfNeeded: window >> UInt64(64 - length))
            guard code >= first[length] else { continue }
            let index = Int(code - first[length])
            if index < count[length] { return (Int(symbols[place[length] + index]), length) }
        }
        return nil
    }

    private static func isPadding(_ window: UInt64, _ bits: Int) -> Bool {
        bits < 8 && window >> UInt64(64 - bits) == (1 << UInt64(bits)) - 1
    }

    /// The length of each symbol's code in bits, that of EOS last (RFC 7541 Appendix B).
    private static let hpackLengths: [UInt8] = [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
        28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
        5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
        13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
        7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
        6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
        20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
        24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
        22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
        21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
        26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
        19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
        20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
        26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
        30,
    ]
}
