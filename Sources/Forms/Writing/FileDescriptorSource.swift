import Bytes

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// An open file that a part's content is read from, closed when the last reference is released.
package final class FileDescriptorSource: PartSource {
    private let number: Int32
    private let path: String
    private let isOwned: Bool

    /// Opens the file at a path.
    package init(path: String) throws(MultipartFailure) {
        self.path = path
        isOwned = true
        number = SystemPath.withCString(path) { open($0, O_RDONLY | O_CLOEXEC) }
        guard number >= 0 else { throw Self.failure(errno, path: path) }
    }

    /// Uses standard input, which is read once and stays open.
    package init(standardInputNamed name: String) {
        path = name
        isOwned = false
        number = STDIN_FILENO
    }

    deinit {
        if isOwned { close(number) }
    }

    /// The number of bytes left to read; `nil` where it is not a regular file.
    ///
    /// Throws where it is a directory.
    package func length() throws(MultipartFailure) -> Int? {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw Self.failure(errno, path: path) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw .unreadable(path: path, reason: "is a directory")
        case S_IFREG:
            return max(Int(status.st_size) - (offset ?? 0), 0)
        default: return nil
        }
    }

    /// The offset of the next byte that is read; `nil` where there are no offsets.
    package var offset: Int? {
        let offset = lseek(number, 0, SEEK_CUR)
        return offset < 0 ? nil : Int(offset)
    }

    /// Goes on at an offset; false where that is not possible.
    package func seek(to offset: Int) -> Bool { lseek(number, off_t(offset), SEEK_SET) >= 0 }

    /// The length in bytes of the file at a path; `nil` where it is not a regular file.
    ///
    /// Only a regular file is opened, because a named pipe can be opened once. Throws where it cannot be
    /// read.
    package static func length(ofFileAt path: String) throws(MultipartFailure) -> Int? {
        var status = stat()
        guard SystemPath.withCString(path, { stat($0, &status) }) == 0 else {
            throw failure(errno, path: path)
        }
        guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return nil }
        return try FileDescriptorSource(path: path).length()
    }

    /// Reads the available bytes.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            #if canImport(Darwin)
                let count = Darwin.read(number, buffer.baseAddress, buffer.count)
            #elseif canImport(Glibc)
                let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            guard errno == EINTR else { throw Self.failure(errno, path: path) }
        }
    }

    /// Makes the system move the available bytes, at most `count`, to another descriptor; returns the number
    /// of bytes moved.
    ///
    /// 0 where there are none, and where the system cannot move them: reading then throws the reason, or
    /// continues.
    func move(_ count: Int, to descriptor: Int32) -> Int {
        #if canImport(Glibc)
            max(sendfile(descriptor, number, nil, count), 0)
        #else
            0
        #endif
    }

    /// Passes over the next bytes of a regular file, and opens it a second time for who sends them, and closes it.
    ///
    /// - Parameter count: the number of bytes.
    /// - Returns: the descriptor, and the offset of the first byte in the file; `nil` where it does not have so many, or
    ///   is no regular file.
    func pass(_ count: Int) -> (descriptor: Int32, offset: Int)? {
        guard let rest = try? length(), rest >= count else { return nil }
        let start = Int(lseek(number, 0, SEEK_CUR))
        let descriptor = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        lseek(number, off_t(start + count), SEEK_SET)
        return (descriptor, start)
    }

    private static func failure(_ code: Int32, path: String) -> MultipartFailure {
        let reason =
            switch code {
            case ENOENT, ENOTDIR: "no such file"
            case EISDIR: "is a directory"
            default:
                "cannot be read: \(strerror(code).map { String(cString: $0).lowercased() } ?? "error \(code)")"
            }
        return .unreadable(path: path, reason: reason)
    }
}
