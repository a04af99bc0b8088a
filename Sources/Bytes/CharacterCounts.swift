/// How many bytes of a text are no printable ASCII characters.
struct CharacterCounts: Equatable {
    /// Control characters (0x00 to 0x1F, 0x7F).
    private(set) var controls = 0
    /// Bytes above 0x7F.
    private(set) var beyondASCII = 0

    /// The top bits of eight bytes.
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// Counts in all bytes of a text, eight at a time.
    init(of text: RawSpan) {
        var offset = 0
        while offset &+ 8 <= text.byteCount {
            // Each byte of these counts to 255 at most.
            let end = min(text.byteCount, offset &+ 255 &* 8)
            var (controlLanes, beyondLanes): (UInt64, UInt64) = (0, 0)
            while offset &+ 8 <= end {
                let word = text.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
                // Without its top bit no byte of a sum carries into the next one.
                let low = word & ~Self.tops
                let from0x20 = low &+ 0x6060_6060_6060_6060
                let from0x7F = low &+ 0x0101_0101_0101_0101
                controlLanes &+= ((~from0x20 | from0x7F) & ~word & Self.tops) >> 7
                beyondLanes &+= (word & Self.tops) >> 7
                offset &+= 8
            }
            controls &+= Self.sum(controlLanes)
            beyondASCII &+= Self.sum(beyondLanes)
        }
        while offset < text.byteCount {
            let byte = text.byte(offset)
            if byte.isControl { controls &+= 1 }
            if byte > 0x7F { beyondASCII &+= 1 }
            offset &+= 1
        }
    }

    /// The sum of eight bytes.
    private static func sum(_ lanes: UInt64) -> Int {
        let pairs = (lanes & 0x00FF_00FF_00FF_00FF) &+ (lanes >> 8 & 0x00FF_00FF_00FF_00FF)
        return Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
    }
}
