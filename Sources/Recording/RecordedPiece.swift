/// Bytes that wait for the disk.
///
/// Their addresses differ from their offsets in the file by whole blocks of the disk, so that it can take them from where they
/// are.
struct RecordedPiece {
    /// The size of a block of the disk, or a multiple of it, in bytes.
    static let diskBlock = 4_096

    /// The bytes, after ``padding``.
    var bytes: [UInt8] = []
    /// The offset in the file.
    private(set) var offset = 0
    /// The number of bytes before those that are written.
    private(set) var padding = 0

    /// The number of bytes that are written.
    var count: Int { bytes.count - padding }

    /// Lets go of the bytes, and begins anew at an offset of the file, with room for a number of bytes.
    mutating func begin(at offset: Int, capacity: Int) {
        self.offset = offset
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(Self.diskBlock + capacity)
        let address = bytes.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
        padding = (offset - address) & (Self.diskBlock - 1)
        bytes.append(contentsOf: repeatElement(0, count: padding))
    }

    /// Takes off what goes beyond the last whole block of the disk.
    mutating func cut() -> [UInt8] {
        let beyond = Array(bytes.suffix((offset + count) & (Self.diskBlock - 1)))
        bytes.removeLast(beyond.count)
        return beyond
    }
}
