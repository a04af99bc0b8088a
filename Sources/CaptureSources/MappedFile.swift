import CMapping

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A long file whose bytes are used where the system keeps them: it is mapped into memory.
///
/// To copy bytes from the system's cache to a block takes as long as a third of all that is done with those of large uploads.
final class MappedFile {
    /// How many bytes leave memory at once after they were used, a multiple of the size of a page.
    private static let windowLength = 2 << 20

    private let file: FileDescriptor
    private let pieceLength: Int
    private let mapped: UnsafeRawBufferPointer
    /// What sees that bytes are gone when they are used.
    private let watch: Int32
    /// The offset up to which bytes have left memory.
    private var released = 0
    /// The offset of the next byte.
    private(set) var offset = 0

    /// Maps a file; `nil` where that cannot be: it is to be read then.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - size: its size in bytes.
    ///   - pieceLength: how many bytes are used at once.
    init?(_ file: FileDescriptor, size: Int, pieceLength: Int) {
        guard let mapped = file.map(size) else { return nil }
        watch = mapping_watch(mapped.baseAddress, mapped.count)
        self.file = file
        self.pieceLength = pieceLength
        self.mapped = mapped
        guard watch >= 0 else { return nil }
    }

    deinit {
        if watch >= 0 { mapping_unwatch(watch) }
        munmap(UnsafeMutableRawPointer(mutating: mapped.baseAddress), mapped.count)
    }

    private var hasFailed: Bool { mapping_has_failed(watch) }

    /// Why not all bytes that the file had at first were there; `nil` where they were.
    var problem: CaptureProblem? {
        let size = file.regularSize ?? 0
        guard hasFailed || size < mapped.count else { return nil }
        let message =
            size < mapped.count
            ? "the file became shorter while it was read: it has \(size) bytes now"
            : "the file cannot be read: input/output error"
        return CaptureProblem(.truncatedFile, message, at: offset)
    }

    /// Passes the next bytes to `body`; `nil` at the end of the file, which may be growing.
    ///
    /// Where the file has become shorter, or its disk fails, its end comes early: see ``problem``.
    ///
    /// - Throws: where what was added to the file cannot be read.
    func next<Result>(_ body: (RawSpan) -> Result) throws(ByteSource.Failure) -> Result? {
        guard offset < mapped.count || hasFailed else { return try nextOfTail(body) }
        let size = file.regularSize ?? 0
        guard !hasFailed, size > offset else { return nil }
        let end = min(offset + pieceLength, size, mapped.count)
        let result = body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: mapped[offset..<end])))
        offset = end
        release()
        return result
    }

    /// Reads what follows the mapped bytes.
    private func nextOfTail<Result>(_ body: (RawSpan) -> Result) throws(ByteSource.Failure) -> Result? {
        let bytes = try peek(pieceLength)
        guard !bytes.isEmpty else { return nil }
        offset += bytes.count
        return body(bytes.span.bytes)
    }

    /// The next bytes of the file, which are not used up.
    func peek(_ count: Int) throws(ByteSource.Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(ByteSource.Failure) in try file.read(at: offset, into: buffer) }
        }
        return Array(bytes.prefix(try read.get()))
    }

    /// Lets what was used leave memory.
    private func release() {
        guard offset - released >= Self.windowLength, let start = mapped.baseAddress else { return }
        madvise(UnsafeMutableRawPointer(mutating: start + released), Self.windowLength, MADV_DONTNEED)
        released += Self.windowLength
    }
}
