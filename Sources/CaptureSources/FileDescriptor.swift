#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An open file, pipe or standard input, closed when nobody holds it any more.
final class FileDescriptor {
    private let number: Int32
    private let path: String
    private let isOwned: Bool
    private var position = 0

    /// Opens the file at `path`; `-` is standard input.
    init(path: String) throws(ByteSource.Failure) {
        self.path = path
        guard path != "-" else {
            number = STDIN_FILENO
            isOwned = false
            return
        }
        let number = open(path, O_RDONLY | O_CLOEXEC)
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

    /// Reads what is there, up to the size of `buffer`.
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
                position += count
                return count
            }
            let code = errno
            if code == EISDIR { throw .isDirectory(path: path) }
            guard code == EINTR else {
                throw .readFailed(path: path, reason: Self.reason(code), offset: position)
            }
        }
    }

    /// Whether a regular file is at a path: what is none may never end, or never begin.
    static func isRegularFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The size in bytes of a regular file, which can be read at any place; `nil` for anything else.
    var regularSize: Int? {
        var status = stat()
        guard isOwned, fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Reads `count` bytes from `offset` on into the beginning of `buffer`; gives fewer only at the end of the file.
    func read(at offset: Int, into buffer: inout [UInt8], count: Int) throws(ByteSource.Failure) -> Int {
        let number = number
        var filled = 0
        while filled < min(count, buffer.count) {
            let length = buffer.withUnsafeMutableBytes { bytes in
                pread(
                    number,
                    bytes.baseAddress?.advanced(by: filled),
                    min(count, bytes.count) - filled,
                    off_t(offset + filled)
                )
            }
            if length == 0 { break }
            if length > 0 {
                filled += length
            } else if errno != EINTR {
                throw .readFailed(path: path, reason: Self.reason(errno), offset: offset + filled)
            }
        }
        return filled
    }

    /// The same file under another number, for a library that closes what it is given; -1 where there is none left.
    func duplicate() -> Int32 { dup(number) }

    /// Takes over an open file, named `path` in messages.
    init(number: Int32, path: String) {
        self.number = number
        self.path = path
        isOwned = true
    }

    private static func failure(_ code: Int32, path: String) -> ByteSource.Failure {
        switch code {
        case ENOENT, ENOTDIR: .missing(path: path)
        case EISDIR: .isDirectory(path: path)
        default: .unreadable(path: path, reason: reason(code))
        }
    }

    /// The system's words for an error.
    static func reason(_ code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text).lowercased()
    }
}
