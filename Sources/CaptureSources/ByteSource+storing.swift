extension ByteSource {
    /// The greatest number of bytes that wait in a temporary file: a compressed file of a few megabytes may inflate to
    /// more than any disk holds.
    private static var storageLimit: Int { 16 << 30 }

    /// All bytes, readable at any offset.
    ///
    /// A file is read where it is; what comes through a pipe or has to be inflated is put by first. The source must be
    /// unread, but for what was looked at with ``peek(_:)``.
    mutating func stored() throws(Failure) -> ByteStore {
        if let file = seekableFile { return ByteStore(file.descriptor, count: file.size) }
        let store = ByteStore()
        while true {
            let piece = try next { block in
                Result { () throws(Failure) in try store.append(block) }
            }
            guard let piece else { break }
            try piece.get()
            guard store.count <= Self.storageLimit else {
                throw .unreadable(
                    path: name,
                    reason: "it inflates to more than \(Self.storageLimit >> 30) GiB"
                )
            }
        }
        try store.flush()
        return store
    }
}
