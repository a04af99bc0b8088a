import Testing

/// Where the records of a capture end, told apart from the reader that is tested.
struct RecordBorders {
    /// The offsets, in bytes, at which a capture can be cut without cutting a record; its end is one of them.
    let offsets: Set<Int>
    /// The offset after the first packet.
    let firstPacketEnd: Int

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
        var firstPacketEnd: Int?
        while end < bytes.count {
            // Packets are in blocks of the types 2, 3 and 6.
            let isPacket = !isBlocks || [2, 3, 6].contains(number(at: end))
            end += isBlocks ? number(at: end + 4) : 16 + number(at: end + 8)
            offsets.insert(end)
            if isPacket, firstPacketEnd == nil { firstPacketEnd = end }
        }
        try #require(end == bytes.count, "the capture is not whole")
        self.offsets = offsets
        self.firstPacketEnd = firstPacketEnd ?? end
    }
}
