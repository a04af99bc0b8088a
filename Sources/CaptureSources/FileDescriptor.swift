import Bytes
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An open file, pipe or standard input, closed with the last reference to it.
final class FileDescriptor: Sendable {
    private let number: Int32
    private let path: String
    private let isOwned: Bool
    /// The number of bytes that were read in order: where a failure happened.
    private let position = Mutex(0)

    /// Opens the file at `path`; `-` is standard input.
    init(path: String) throws(ByteSource.Failure) {
        self.path = path
        guard path != "-" else {
            number = STDIN_FILENO
            isOwned = false
            return
        }
        let number = SystemPath.withCString(path) { open($0, O_RDONLY | O_CLOEXEC) }
        guard number >= 0 else { throw Self.failure(errno, path: path) }
        self.number = number
        isOwned = true
        var status = stat()
        guard fstat(number, &status) == 0 else { throw Self.failure(errno, path: path) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .isDirectory(path: path) }
    }

    deinit {
        if isOwned { close(number) }
    }

    /// Reads the available bytes, up to the size of `buffer`.
    ///
    /// - Returns: the number of bytes read, 0 at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSource.Failure) -> Int {
        while true {
            #if canImport(Darwin)
                let count = Darwin.read(number, buffer.baseAddress, buffer.count)
            #else
                let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 {
                position.withLock { $0 += count }
                return count
            }
            let code = errno
            if code == EISDIR { throw .isDirectory(path: path) }
            guard code == EINTR else {
                throw .readFailed(path: path, reason: Self.reason(code), offset: position.withLock { $0 })
            }
        }
    }

    /// The number of bytes that were read in order.
    var readCount: Int { position.withLock { $0 } }

    /// Whether a path is a regular file: other files may never end, or block.
    static func isRegularFile(_ path: String) -> Bool {
        var status = stat()
        return SystemPath.withCString(path) { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The size in bytes of a regular file, which can be read at any offset; `nil` for other files.
    var regularSize: Int? {
        var status = stat()
        guard isOwned, fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Reads from `offset` on as much as there is room for; gives fewer bytes only at the end of the file.
    func read(
        at offset: Int,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSource.Failure) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = pread(
                number,
                buffer.baseAddress?.advanced(by: filled),
                buffer.count - filled,
                off_t(offset + filled)
            )
            if count == 0 { break }
            if count > 0 {
                filled += count
            } else if errno != EINTR {
                throw .readFailed(path: path, reason: Self.reason(errno), offset: offset + filled)
            }
        }
        return filled
    }

    /// Maps the first bytes into memory, to be read in order; `nil` where the system does not.
    func map(_ length: Int) -> UnsafeRawBufferPointer? {
        let place = mmap(nil, length, PROT_READ, MAP_PRIVATE, number, 0)
        guard let place, place != MAP_FAILED else { return nil }
        madvise(place, length, MADV_SEQUENTIAL)
        return UnsafeRawBufferPointer(start: place, count: length)
    }

    /// Writes all bytes from `offset` on.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ByteSource.Failure) {
        var written = 0
        while written < bytes.count {
            let count = pwrite(
                number,
                bytes.baseAddress?.advanced(by: written),
                bytes.count - written,
                off_t(offset + written)
            )
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw .unreadable(path: path, reason: Self.reason(errno))
            }
        }
    }

    /// Makes the system write the first bytes of the file to another descriptor; returns how many it wrote.
    func move(_ count: Int, to descriptor: Int32) -> Int {
        #if canImport(Glibc)
            var offset: off_t = 0
            while Int(offset) < count {
                let moved = sendfile(descriptor, number, &offset, count - Int(offset))
                guard moved > 0 || moved < 0 && errno == EINTR else { break }
            }
            return Int(offset)
        #else
            // Other systems move bytes of a file to sockets alone.
            return 0
        #endif
    }

    /// The same file under another number, for a library that closes what it is given; -1 where there is none left.
    func duplicate() -> Int32 { dup(number) }

    /// Makes an empty file that no other process can open, and that is gone when it is closed.
    ///
    /// - Parameter folder: where it lies; otherwise in the folder that `TMPDIR` names, else in `/tmp`.
    /// - Throws: where no file can be made there.
    init(temporaryIn folder: String?) throws(ByteSource.Failure) {
        path = folder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        isOwned = true
        var name = Array((path + "/partwise-XXXXXX").utf8CString)
        number = mkstemp(&name)
        guard number >= 0 else { throw .unreadable(path: path, reason: Self.reason(errno)) }
        unlink(name)
    }

    private static func failure(_ code: Int32, path: String) -> ByteSource.Failure {
        switch code {
        case ENOENT, ENOTDIR: .missing(path: path)
        case EISDIR: .isDirectory(path: path)
        default: .unreadable(path: path, reason: reason(code))
        }
    }

    /// The system's description of an error.
    static func reason(_ code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text).lowercased()
    }
}
