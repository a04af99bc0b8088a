package import Forms

/// How many parts a form has, how long it is, and what it takes in memory.
package struct FormExtent: Sendable {
    /// How many parts there are.
    package var partCount: Int
    /// The number of bytes of the body, including gaps.
    package var length: Int
    /// An estimate of the bytes that the form takes in memory, besides those that its reader has taken from the budget for
    /// its parts.
    package var memoryBytes: Int

    /// Takes the extent of a form that is kept whole, or would be.
    init(partCount: Int, length: Int) {
        self.partCount = partCount
        self.length = length
        memoryBytes = Self.memoryBytes(partCount, keptBytes: length)
    }

    /// Takes the extent of a form.
    package init(_ form: Form) {
        partCount = form.partCount
        length = form.length
        memoryBytes = form.memoryBytes
    }

    fileprivate static func memoryBytes(_ parts: Int, keptBytes: Int) -> Int {
        formBytes + min(parts, countedParts) * partBytes + keptBytes
    }

    /// What a form without parts takes, in bytes.
    private static let formBytes = 512
    /// What a part takes, in bytes: its facts, and its header with the text of a few lines.
    private static let partBytes = MemoryLayout<BodyPart>.stride + 512
    /// The number of parts beyond which the reader takes memory for them, roughly.
    private static let countedParts = 256
}

extension Form {
    /// See ``FormExtent/memoryBytes``.
    package var memoryBytes: Int { FormExtent.memoryBytes(keptPartCount, keptBytes: kept.byteCount) }
}
