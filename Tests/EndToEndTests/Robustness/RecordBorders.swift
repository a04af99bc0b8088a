import Testing

/// Where the records of a capture end, told apart from the reader that is tested.
struct RecordBorders {
    /// The offsets, in bytes, at which a capture can be cut without cutting a record; its end is one of them.
    let offsets: Set<Int>
    /// The number of bytes without which it cannot be told for a capture at all.
    let headerLength: Int

    /// Finds the ends of the records of a pcap file of either byte order, or of the blocks of a little-endian pcapng.
    init(of bytes: [UInt8]) throws {
        let isBlocks = bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A])
        let isBigEndian = bytes.starts(with: [0xA1])
        func number(at offset: Int) -> Int {
            let field = bytes[offset..<(offset + 4)]
            return (isBigEndian ? Array(field) : field.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        var end = isBlocks ? 0 : 24
        var offsets: Set<Int> = isBlocks ? [] : [end]
        while end < bytes.count {
            end += isBlocks ? number(at: end + 4) : 16 + number(at: end + 8)
            offsets.insert(end)
        }
        try #require(end == bytes.count, "the capture is not whole")
        self.offsets = offsets
        headerLength = isBlocks ? 12 : 24
    }
}
