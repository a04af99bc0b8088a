import Bytes

extension Message {
    /// What the three blocks of a message take besides what stands in them, in bytes: the header of an object and those of two
    /// arrays, and what the allocator adds, 16 bytes a block.
    private static let blockBytes = 128

    /// An estimate of the bytes that it takes in memory without its maps.
    package var memoryBytes: Int {
        let bytes = head.fields.bytes.count + content.rareBytes
        return MemoryLayout<MessageDraft>.stride + Self.blockBytes + head.fields.lineBytes + bytes
    }
}

extension MessageArrival {
    /// The bytes that its maps take in memory besides itself.
    var mapBytes: Int { frameMap.memoryBytes + recordMap.memoryBytes + bodyShift.memoryBytes }
}
