/// Which bytes that rules ask for occur at all in the first bytes of a part's content.
struct ContentFeatures: OptionSet {
    let rawValue: UInt8

    /// A CR or an LF.
    static let lineBreak = ContentFeatures(rawValue: 1 << 0)
    /// A line that begins with a dash.
    static let dashedLine = ContentFeatures(rawValue: 1 << 1)
    /// A control character below the tab, which no text holds: NUL and its like.
    static let lowControl = ContentFeatures(rawValue: 1 << 2)
    /// A line that begins with a C, as `Content-Disposition` does.
    static let headerLine = ContentFeatures(rawValue: 1 << 4)
    /// A byte above 0x7F.
    static let beyondASCII = ContentFeatures(rawValue: 1 << 3)
    /// It begins and ends as what a program prints for an object does: `[object Object]`, `null`, `file:///…`.
    static let printedValue = ContentFeatures(rawValue: 1 << 5)

    /// Whether a whole content may be what a program printed for an object, by its first and last bytes.
    static func mayBePrinted(_ content: ArraySlice<UInt8>) -> Bool {
        guard content.count > 2, let first = content.first, let last = content.last else { return false }
        let second = content[content.startIndex + 1]
        switch first {
        case UInt8(ascii: "\""): return last == first
        case UInt8(ascii: "["): return last == UInt8(ascii: "]")
        case UInt8(ascii: "<"): return last == UInt8(ascii: ">")
        case UInt8(ascii: "{"): return last == UInt8(ascii: "}")
        case UInt8(ascii: "O"): return last == UInt8(ascii: ")")
        case UInt8(ascii: "u"): return last == UInt8(ascii: "d")
        case UInt8(ascii: "n"): return last == UInt8(ascii: "l")
        case UInt8(ascii: "N"): return last == UInt8(ascii: "N")
        case UInt8(ascii: "f"): return second == UInt8(ascii: "i")
        case UInt8(ascii: "c"): return second == UInt8(ascii: "o")
        case UInt8(ascii: "p"): return second == UInt8(ascii: "h")
        case UInt8(ascii: "b"): return second == UInt8(ascii: "l")
        default: return false
        }
    }
}

extension ContentFeatures {
    private typealias Lanes = SIMD16<UInt8>

    /// Looks through bytes, sixteen at a time: a loop over single ones is a good part of what a small form costs.
    init(in bytes: ArraySlice<UInt8>) {
        self = bytes.withUnsafeBytes { Self(in: $0) }
    }

    private init(in bytes: UnsafeRawBufferPointer) {
        self = []
        guard let base = bytes.baseAddress, let first = bytes.first else { return }
        if first == 0x2D { insert(.dashedLine) }
        let width = Lanes.scalarCount
        guard bytes.count > width else {
            note(bytes, from: 0)
            return
        }
        var breaks = SIMDMask<SIMD16<Int8>>(repeating: false)
        var dashes = breaks
        var controls = breaks
        var headers = breaks
        var bits = Lanes(repeating: 0)
        var offset = 0
        while offset < bytes.count - 1 {
            // Sound: each step reads this many bytes and one more; the last one looks again at bytes before it.
            let place = base + min(offset, bytes.count - 1 - width)
            let lanes = place.loadUnaligned(as: Lanes.self)
            let feeds = lanes .== Lanes(repeating: 0x0A)
            breaks = breaks .| feeds .| (lanes .== Lanes(repeating: 0x0D))
            controls = controls .| (lanes .< Lanes(repeating: 0x09))
            bits |= lanes
            if Self.isAny(feeds) {
                let next = (place + 1).loadUnaligned(as: Lanes.self)
                dashes = dashes .| (feeds .& (next .== Lanes(repeating: 0x2D)))
                headers = headers .| (feeds .& (next | Lanes(repeating: 0x20) .== Lanes(repeating: 0x63)))
            }
            offset += width
        }
        if Self.isAny(breaks) { insert(.lineBreak) }
        if Self.isAny(dashes) { insert(.dashedLine) }
        if Self.isAny(headers) { insert(.headerLine) }
        if Self.isAny(controls) { insert(.lowControl) }
        if Self.isAny(bits .>= Lanes(repeating: 0x80)) { insert(.beyondASCII) }
        note(bytes, from: bytes.count - 1)
    }

    private static func isAny(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
        let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        return words[0] | words[1] != 0
    }

    private mutating func note(_ bytes: UnsafeRawBufferPointer, from start: Int) {
        for offset in start..<bytes.count {
            switch bytes[offset] {
            case 0x0A:
                insert(.lineBreak)
                guard offset + 1 < bytes.count else { break }
                if bytes[offset + 1] == 0x2D { insert(.dashedLine) }
                if bytes[offset + 1] | 0x20 == 0x63 { insert(.headerLine) }
            case 0x0D: insert(.lineBreak)
            case 0..<0x09: insert(.lowControl)
            case 0x80...: insert(.beyondASCII)
            default: break
            }
        }
    }
}
