package import Forms

extension Form {
    /// An estimate of the bytes that it takes in memory, besides those that its reader has taken from the budget for
    /// its parts.
    package var memoryBytes: Int {
        Self.formBytes + min(parts.count, Self.countedParts) * Self.partBytes + kept.byteCount
    }

    /// What a form without parts takes, in bytes.
    private static let formBytes = 512
    /// What a part takes, in bytes: its facts, and its header with the text of a few lines.
    private static let partBytes = MemoryLayout<BodyPart>.stride + 512
    /// The number of parts beyond which the reader takes memory for them, roughly.
    private static let countedParts = 256
}
