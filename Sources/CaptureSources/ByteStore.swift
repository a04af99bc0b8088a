import Synchronization

/// Bytes that are put aside as they come, and read again by their places: in memory while they are few, in a temporary
/// file from then on.
/// ```
///   0 ────────────────── fileLength ─────────── count
///   │ in the file        │ in memory            │
/// ```
/// A file that is already there can be read in the same way, without a copy. Any number of threads may read while one
/// appends.
package final class ByteStore: Sendable {
    /// The number of bytes kept in memory where no other limit is given.
    package static let defaultMemoryLimit = 8 << 20
    /// The number of bytes gathered for one write: system calls cost nothing at this size.
    private static let bufferSize = 256 << 10

    private struct State {
        var file: FileDescriptor?
        var fileLength = 0
        /// What follows the bytes in the file.
        var memory: [UInt8] = []
        var failure: ByteSource.Failure?
    }

    /// The number of bytes that readers take at once where no other number is given.
    package static let defaultBlockSize = 256 << 10

    /// The number of bytes that readers take at once; nothing that they give depends on it.
    let blockSize: Int
    private let memoryLimit: Int
    /// The folder of the temporary file; `nil` for that of the system.
    private let folder: String?
    private let state: Mutex<State>

    /// Makes an empty store.
    ///
    /// - Parameters:
    ///   - memoryLimit: the number of bytes beyond which there is a file.
    ///   - folder: where the file lies; `nil` for the folder that `TMPDIR` names, or `/tmp`.
    ///   - blockSize: the number of bytes that readers take at once.
    package init(
        memoryLimit: Int = ByteStore.defaultMemoryLimit,
        folder: String? = nil,
        blockSize: Int = ByteStore.defaultBlockSize
    ) {
        self.memoryLimit = memoryLimit
        self.folder = folder
        self.blockSize = blockSize
        state = Mutex(State())
    }

    /// Takes bytes that are in memory, and stay there.
    package init(_ bytes: [UInt8], blockSize: Int = ByteStore.defaultBlockSize) {
        self.blockSize = blockSize
        memoryLimit = .max
        folder = nil
        state = Mutex(State(memory: bytes))
    }

    /// Takes an open file that can be read at any place; nothing may be appended.
    init(_ file: FileDescriptor, count: Int) {
        blockSize = Self.defaultBlockSize
        memoryLimit = .max
        folder = nil
        state = Mutex(State(file: file, fileLength: count))
    }

    /// The number of bytes, which is the place of the next one.
    package var count: Int { state.withLock { $0.fileLength + $0.memory.count } }

    /// Why bytes could not be written, or read by a reader that takes a failure for the end; the first failure only.
    package var failure: ByteSource.Failure? { state.withLock { $0.failure } }

    /// Adds bytes at the end.
    ///
    /// - Throws: where there are more than fit in memory and the file cannot be written. The bytes stay in memory then,
    ///   those of later calls too, so that a caller may go on without a file.
    package func append(_ bytes: RawSpan) throws(ByteSource.Failure) {
        let failure = state.withLock { state -> ByteSource.Failure? in
            bytes.withUnsafeBytes { state.memory.append(contentsOf: $0) }
            let limit = state.file == nil ? memoryLimit : min(memoryLimit, Self.bufferSize)
            guard state.memory.count > limit, state.failure == nil else { return state.failure }
            do throws(ByteSource.Failure) {
                if state.file == nil { state.file = try FileDescriptor(temporaryIn: folder) }
                try Self.write(&state)
            } catch {
                state.failure = error
            }
            return state.failure
        }
        if let failure { throw failure }
    }

    /// Moves what is in memory to the file, where there is one, so that ``file`` holds all bytes.
    func flush() throws(ByteSource.Failure) {
        let failure = state.withLock { state -> ByteSource.Failure? in
            guard !state.memory.isEmpty, state.failure == nil else { return state.failure }
            do throws(ByteSource.Failure) { try Self.write(&state) } catch { state.failure = error }
            return state.failure
        }
        if let failure { throw failure }
    }

    /// The file that all bytes are in; `nil` where some are in memory.
    var file: FileDescriptor? { state.withLock { $0.memory.isEmpty ? $0.file : nil } }

    /// Reads from `offset` on as much as there is room for; gives fewer bytes only at the end.
    package func read(
        at offset: Int,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSource.Failure) -> Int {
        guard offset >= 0 else { return 0 }
        let (file, inFile, inMemory) = state.withLock { state -> (FileDescriptor?, Int, Int) in
            let inFile = min(buffer.count, max(state.fileLength - offset, 0))
            let start = max(offset - state.fileLength, 0)
            let bytes = state.memory.dropFirst(start).prefix(buffer.count - inFile)
            if !bytes.isEmpty {
                UnsafeMutableRawBufferPointer(rebasing: buffer[inFile...]).copyBytes(from: bytes)
            }
            return (state.file, inFile, bytes.count)
        }
        guard let file, inFile > 0 else { return inMemory }
        let filled = try file.read(
            at: offset,
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<inFile])
        )
        return filled == inFile ? inFile + inMemory : filled
    }

    /// The bytes of a range, fewer where there are fewer; for ranges that are known to be short.
    package func contents(of range: Range<Int>) throws(ByteSource.Failure) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        var bytes = [UInt8](repeating: 0, count: range.count)
        let result = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(ByteSource.Failure) in try read(at: range.lowerBound, into: buffer) }
        }
        let filled = try result.get()
        if filled < bytes.count { bytes.removeLast(bytes.count - filled) }
        return bytes
    }

    /// The bytes that are not in the file, which all come after those in it, and the offset of the first of them.
    package var tail: (offset: Int, bytes: [UInt8]) { state.withLock { ($0.fileLength, $0.memory) } }

    /// Makes the system write the bytes in the file, from the first on, to another descriptor, without a copy through
    /// the memory of the process.
    ///
    /// - Returns: the number of bytes written: fewer than there are, mostly none, where the system cannot do so. The
    ///   rest is to be read and written then, which also shows why.
    package func move(to descriptor: Int32) -> Int {
        let (file, length) = state.withLock { ($0.file, $0.fileLength) }
        return file?.move(length, to: descriptor) ?? 0
    }

    /// Notes why bytes could not be read.
    func note(_ failure: ByteSource.Failure) {
        state.withLock { if $0.failure == nil { $0.failure = failure } }
    }

    /// Moves what is in memory to the file, where there is one.
    private static func write(_ state: inout State) throws(ByteSource.Failure) {
        guard let file = state.file else { return }
        let offset = state.fileLength
        let result = state.memory.withUnsafeBytes { bytes in
            Result { () throws(ByteSource.Failure) in try file.write(bytes, at: offset) }
        }
        try result.get()
        state.fileLength += state.memory.count
        state.memory.removeAll(keepingCapacity: true)
    }
}
