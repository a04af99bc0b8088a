extension [UInt8] {
    /// Appends a copy of bytes.
    ///
    /// `append(contentsOf:)` asks a buffer of bytes, as any sequence, how it is copied: more than a short copy takes.
    @inlinable
    package mutating func append(copying bytes: RawSpan) {
        let count = bytes.byteCount
        // Of an empty array that gets nothing, the count would be written all the same: to storage that all such arrays share.
        guard count > 0 else { return }
        append(addingCapacity: count) { output in
            output.withUnsafeMutableBufferPointer { room, initializedCount in
                bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(room).copyMemory(from: $0) }
                initializedCount = count
            }
        }
    }
}
