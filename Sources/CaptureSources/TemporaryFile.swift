#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that nobody else can open, and that is gone when it is let go of: what is too long for memory waits there.
///
/// It lies in the folder that `TMPDIR` names, else in `/tmp`.
package final class TemporaryFile: Sendable {
    private let number: Int32
    private let folder: String

    /// Makes an empty file.
    package init() throws(ByteSource.Failure) {
        folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var name = Array((folder + "/partwise-XXXXXX").utf8CString)
        number = mkstemp(&name)
        guard number >= 0 else {
            throw .unreadable(path: folder, reason: FileDescriptor.reason(errno))
        }
        unlink(name)
    }

    deinit { close(number) }

    /// Writes bytes at the end of what was written so far.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(ByteSource.Failure) {
        var written = 0
        while written < bytes.count {
            let count = write(number, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw .unreadable(path: folder, reason: FileDescriptor.reason(errno))
            }
        }
    }

    /// Writes bytes at the end of what was written so far.
    package func append(_ bytes: [UInt8]) throws(ByteSource.Failure) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(ByteSource.Failure) in try append(bytes) }
        }
        try result.get()
    }

    /// Reads from `offset` on as much as there is room for; gives less only at the end of the file.
    package func read(
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
                throw .readFailed(path: folder, reason: FileDescriptor.reason(errno), offset: offset + filled)
            }
        }
        return filled
    }

    /// The bytes of a range, fewer where there are fewer.
    package func bytes(_ range: Range<Int>) throws(ByteSource.Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        let result = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(ByteSource.Failure) in try read(at: range.lowerBound, into: buffer) }
        }
        let count = try result.get()
        if count < bytes.count { bytes.removeLast(bytes.count - count) }
        return bytes
    }

    /// The same file, to be read like one that was opened.
    func opened() -> FileDescriptor { FileDescriptor(number: dup(number), path: folder) }
}
