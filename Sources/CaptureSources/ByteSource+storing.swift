extension ByteSource {
    /// Bytes of a pipe or a compressed file that are kept in memory; what is longer waits in a nameless file.
    private static var memoryLimit: Int { 8 << 20 }
    /// The greatest number of bytes that wait in a nameless file: a compressed file of a few megabytes may inflate to
    /// more than any disk holds.
    private static var storageLimit: Int { 16 << 30 }

    /// All bytes, to be read at any place.
    ///
    /// A file is read where it is; what comes through a pipe or has to be inflated is put by first. The source must be
    /// unread, but for what was looked at with ``peek(_:)``.
    mutating func stored() throws(Failure) -> StoredBytes {
        if let file = seekableFile { return StoredBytes(file.descriptor, count: file.size) }
        var memory: [UInt8] = []
        var spill: TemporaryFile?
        var count = 0
        while true {
            let piece = try next { block in block.withUnsafeBytes { Array($0) } }
            guard let piece else { break }
            count += piece.count
            guard count <= Self.storageLimit else {
                throw .unreadable(
                    path: name,
                    reason: "it inflates to more than \(Self.storageLimit >> 30) GiB"
                )
            }
            memory += piece
            guard memory.count > Self.memoryLimit else { continue }
            if spill == nil { spill = try TemporaryFile() }
            try spill?.append(memory)
            memory.removeAll(keepingCapacity: true)
        }
        guard let spill else { return StoredBytes(memory) }
        try spill.append(memory)
        return StoredBytes(spill.opened(), count: count)
    }
}
