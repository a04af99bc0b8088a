import Bytes

extension Message {
    /// What the blocks of a message take besides what stands in them, in bytes.
    private static let blockBytes = 192

    /// An estimate of the bytes that it takes in memory without its maps.
    package var memoryBytes: Int {
        let fields = head.fields
        let lines = fields.lineCount * MemoryLayout<FieldLine>.stride
        let bytes = fields.bytes.count + content.rareBytes
        return MemoryLayout<MessageDraft>.stride + Self.blockBytes + lines + bytes
    }
}

extension MessageArrival {
    /// The bytes that its maps take in memory besides itself.
    var mapBytes: Int { frameMap.memoryBytes + recordMap.memoryBytes + bodyShift.memoryBytes }
}
