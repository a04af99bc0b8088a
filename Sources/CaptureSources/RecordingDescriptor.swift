import Bytes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files of recordings: each is one program's alone while that writes it.
package enum RecordingDescriptor {
    /// Creates, or empties, the file of a recording, and locks it until it is closed: a second call for it fails.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - mode: the mode of a new file.
    /// - Returns: the descriptor; below 0 where there is none, for the reason in `errno`: EBUSY where another program
    ///   records to it.
    package static func create(_ path: String, mode: UInt16) -> CInt {
        let descriptor = SystemPath.withCString(path) {
            open($0, O_WRONLY | O_CREAT | O_CLOEXEC, mode_t(mode))
        }
        guard descriptor >= 0 else { return descriptor }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return descriptor }
        // A file system may have no locks.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            errno = EBUSY
            return -1
        }
        ftruncate(descriptor, 0)
        return descriptor
    }

    /// Why it could not be opened or written, by the number in `errno`, in words.
    package static func reason(_ code: CInt) -> String {
        code == EBUSY ? "another program is recording to it" : String(cString: strerror(code)).lowercased()
    }
}
