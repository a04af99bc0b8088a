import Bytes

/// Which bytes occur at all among the first bytes of a part's content.
package struct ContentFeatures: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Makes a set of its bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A CR or an LF.
    package static let lineBreak = ContentFeatures(rawValue: 1 << 0)
    /// A line that begins with a dash, the first one included.
    package static let dashLine = ContentFeatures(rawValue: 1 << 1)
    /// A control character below the tab: NUL and its like.
    package static let lowControl = ContentFeatures(rawValue: 1 << 2)
    /// A byte above 0x7F.
    package static let nonASCII = ContentFeatures(rawValue: 1 << 3)
    /// A line after the first that begins with `C` or `c`, as `Content-Disposition` does.
    package static let cLine = ContentFeatures(rawValue: 1 << 4)
}

extension ContentFeatures {
    private typealias Lanes = SIMD16<UInt8>

    /// Scans bytes sixteen at a time: scanning single ones would be a large part of the cost of a small form.
    init(in bytes: ArraySlice<UInt8>) {
        self = bytes.withUnsafeBytes { Self(in: $0) }
    }

    private init(in bytes: UnsafeRawBufferPointer) {
        self = []
        guard let base = bytes.baseAddress, let first = bytes.first else { return }
        if first == 0x2D { insert(.dashLine) }
        let width = Lanes.scalarCount
        guard bytes.count > width else {
            if Self.mayHoldAny(bytes) { note(bytes, from: 0) }
            return
        }
        var breaks = SIMDMask<SIMD16<Int8>>(repeating: false)
        var dashes = breaks
        var controls = breaks
        var headers = breaks
        var bits = Lanes(repeating: 0)
        var offset = 0
        while offset < bytes.count - 1 {
            // Sound: each step reads this many bytes and one more; the last one overlaps bytes before it.
            let place = base + min(offset, bytes.count - 1 - width)
            let lanes = place.loadUnaligned(as: Lanes.self)
            bits |= lanes
            offset += width
            // Most content has no control characters but tabs and line breaks, and few of these.
            guard Self.isAny(lanes .< Lanes(repeating: 0x0E)) else { continue }
            let feeds = lanes .== Lanes(repeating: 0x0A)
            breaks = breaks .| feeds .| (lanes .== Lanes(repeating: 0x0D))
            controls = controls .| (lanes .< Lanes(repeating: 0x09))
            if Self.isAny(feeds) {
                let next = (place + 1).loadUnaligned(as: Lanes.self)
                dashes = dashes .| (feeds .& (next .== Lanes(repeating: 0x2D)))
                headers = headers .| (feeds .& (next | Lanes(repeating: 0x20) .== Lanes(repeating: 0x63)))
            }
        }
        if Self.isAny(breaks) { insert(.lineBreak) }
        if Self.isAny(dashes) { insert(.dashLine) }
        if Self.isAny(headers) { insert(.cLine) }
        if Self.isAny(controls) { insert(.lowControl) }
        if Self.isAny(bits .>= Lanes(repeating: 0x80)) { insert(.nonASCII) }
        note(bytes, from: bytes.count - 1)
    }

    /// Whether a byte of a few is not ASCII, or one of the lowest, among which the line breaks are.
    private static func mayHoldAny(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let span = bytes.bytes
        var place = 0
        while place < span.byteCount {
            let octet = ByteOctet(in: span, at: place)
            // In the place of bytes that are missing stand zeros.
            let missing = place &+ ByteOctet.count &- span.byteCount
            let own = missing > 0 ? UInt64.max >> UInt64(8 &* missing) : .max
            if (octet.within(0, 0x0D) | octet.beyondASCII) & own != 0 { return true }
            place &+= ByteOctet.count
        }
        return false
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
                if bytes[offset + 1] == 0x2D { insert(.dashLine) }
                if bytes[offset + 1] | 0x20 == 0x63 { insert(.cLine) }
            case 0x0D: insert(.lineBreak)
            case 0..<0x09: insert(.lowControl)
            case 0x80...: insert(.nonASCII)
            default: break
            }
        }
    }
}
