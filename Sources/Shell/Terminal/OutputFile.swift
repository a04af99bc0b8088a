import Bytes
package import Forms

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The output of a command: standard output, or a file that appears under its name only when it is complete.
///
/// Until then the bytes are in an unnamed file (`O_TMPFILE`), where the system supports it, so that nothing
/// remains if the process ends. Elsewhere they are in a file beside it, which is removed when this value is
/// released before it is finished.
package final class OutputFile {
    /// Where its bytes go until it is finished.
    let descriptor: CInt
    private let name: String
    /// The path of the file; `nil` where the bytes are written directly.
    private let path: String?
    /// The name of the file before it is renamed.
    private let draft: String
    private var isDraftNamed = false
    private var isOpen = true

    /// Standard output.
    package init() {
        descriptor = STDOUT_FILENO
        name = "standard output"
        draft = ""
        path = nil
    }

    /// The file at a path; an existing file that is not regular, such as a named pipe, is written directly.
    ///
    /// - Parameters:
    ///   - file: the path.
    ///   - isPrivate: whether its owner alone can read what takes its place.
    /// - Throws: a ``CommandFailure`` where it cannot be written.
    package init(replacing file: String, isPrivate: Bool = false) throws {
        let mode: mode_t = isPrivate ? 0o600 : 0o666
        name = file
        var status = stat()
        let exists = SystemPath.withCString(file) { stat($0, &status) } == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            path = nil
            draft = ""
            descriptor = SystemPath.withCString(file) { open($0, O_WRONLY | O_CLOEXEC) }
        } else {
            // A link is kept, and its target is replaced.
            let target = exists ? Self.resolved(file) : file
            path = target
            draft = "\(target).partwise-\(UInt32.random(in: 0...UInt32.max))"
            let unnamed = Self.openUnnamed(beside: target, mode)
            isDraftNamed = unnamed < 0
            descriptor =
                unnamed < 0
                ? SystemPath.withCString(draft) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
                : unnamed
        }
        guard descriptor >= 0 else {
            isDraftNamed = false
            throw CommandFailure.unreadable("\(file): cannot be written: \(Self.reason(errno))")
        }
    }

    deinit {
        guard isOpen, descriptor > STDERR_FILENO else { return }
        close(descriptor)
        if isDraftNamed { _ = SystemPath.withCString(draft) { unlink($0) } }
    }

    /// Writes bytes.
    ///
    /// - Throws: a ``CommandFailure`` where they cannot be written; ``CommandStatus/fine`` where the reader
    ///   of a pipe has closed it.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard let code = DescriptorWriting.write(bytes, to: descriptor) else { return }
        if code == EPIPE { throw CommandStatus.fine }
        throw CommandFailure.unreadable("\(name): cannot be written: \(Self.reason(code))")
    }

    /// Moves the next bytes of a form directly from their file, at most `limit`; returns their number, 0
    /// where they must be read and written instead.
    package func move(from pull: MultipartPull, atMost limit: Int) throws(MultipartFailure) -> Int {
        try pull.move(atMost: limit, to: descriptor)
    }

    /// Renames the file to its final name.
    package func finish() throws {
        guard descriptor != STDOUT_FILENO else { return }
        isOpen = false
        let isNamed = path == nil || isDraftNamed || nameDraft()
        let isWritten = close(descriptor) == 0
        guard let path else { return }
        guard isNamed, isWritten, Self.rename(draft, path) == 0 else {
            let reason = Self.reason(errno)
            _ = SystemPath.withCString(draft) { unlink($0) }
            throw CommandFailure.unreadable("\(name): cannot be written: \(reason)")
        }
    }

    /// Opens an unnamed file in the folder of `path`; -1 where that is not supported.
    private static func openUnnamed(beside path: String, _ mode: mode_t) -> CInt {
        #if os(Linux)
            guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
            let folder = path.lastIndex(ofScalar: "/").map { String(path.unicodeScalars[...$0]) } ?? "."
            // O_TMPFILE is not imported, because its macro combines two flags.
            return SystemPath.withCString(folder) {
                open($0, 0o2000_0000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, mode)
            }
        #else
            return -1
        #endif
    }

    /// Links an unnamed file to the draft's name: an existing file can only be replaced by renaming another.
    private func nameDraft() -> Bool {
        #if os(Linux)
            SystemPath.withCString(draft) {
                linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
            } == 0
        #else
            false
        #endif
    }

    private static func resolved(_ file: String) -> String {
        guard let path = SystemPath.withCString(file, { realpath($0, nil) }) else { return file }
        defer { free(path) }
        return SystemPath.text((0..<strlen(path)).map { UInt8(bitPattern: path[Int($0)]) })
    }

    private static func rename(_ old: String, _ new: String) -> CInt {
        SystemPath.withCString(old) { old in
            SystemPath.withCString(new) { new in
                #if canImport(Glibc)
                    Glibc.rename(old, new)
                #elseif canImport(Darwin)
                    Darwin.rename(old, new)
                #endif
            }
        }
    }

    /// The system's description of an error.
    private static func reason(_ code: CInt) -> String { String(cString: strerror(code)).lowercased() }
}
