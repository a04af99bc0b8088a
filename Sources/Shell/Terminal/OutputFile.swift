package import Forms

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a command writes bytes: standard output, or a file that appears under its name only when it is whole.
///
/// Until then the bytes are in a file that has no name, where the system knows such files: nothing is left of it however
/// the process ends. Elsewhere they are in one beside it, which is removed when this value is let go of unfinished.
package final class OutputFile {
    private let descriptor: CInt
    private let name: String
    /// The place of the file; `nil` where the bytes go straight there.
    private let path: String?
    /// The name of the file before it has its own.
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

    /// The file at a path; what has the name and is no regular file, such as a named pipe, is written straight.
    package init(replacing file: String) throws {
        name = file
        var status = stat()
        let exists = stat(file, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            path = nil
            draft = ""
            descriptor = open(file, O_WRONLY | O_CLOEXEC)
        } else {
            // A link is kept, and what it points at replaced.
            let target = exists ? Self.resolved(file) : file
            path = target
            draft = "\(target).partwise-\(UInt32.random(in: 0...UInt32.max))"
            let unnamed = Self.openUnnamed(beside: target)
            isDraftNamed = unnamed < 0
            descriptor =
                unnamed < 0 ? open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) : unnamed
        }
        guard descriptor >= 0 else {
            isDraftNamed = false
            throw CommandFailure.unreadable("\(file): cannot be written: \(Self.reason(errno))")
        }
    }

    deinit {
        guard isOpen, descriptor > STDERR_FILENO else { return }
        close(descriptor)
        if isDraftNamed { unlink(draft) }
    }

    /// Writes bytes.
    ///
    /// - Throws: a ``CommandFailure`` where they cannot be written; ``CommandStatus/fine`` where the reader of a pipe
    ///   has gone, for nobody wants the rest.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard let code = DescriptorWriting.write(bytes, to: descriptor) else { return }
        if code == EPIPE { throw CommandStatus.fine }
        throw CommandFailure.unreadable("\(name): cannot be written: \(Self.reason(code))")
    }

    /// Takes the next bytes of a form straight from the file that they are in, at most `limit`: how many; 0 where they
    /// are to be read and written instead.
    package func move(from pull: MultipartPull, atMost limit: Int) throws(MultipartFailure) -> Int {
        try pull.move(atMost: limit, to: descriptor)
    }

    /// Gives the file its name.
    package func finish() throws {
        guard descriptor != STDOUT_FILENO else { return }
        isOpen = false
        let isNamed = path == nil || isDraftNamed || nameDraft()
        let isWritten = close(descriptor) == 0
        guard let path else { return }
        guard isNamed, isWritten, rename(draft, path) == 0 else {
            let reason = Self.reason(errno)
            unlink(draft)
            throw CommandFailure.unreadable("\(name): cannot be written: \(reason)")
        }
    }

    /// Opens a file without a name in the folder of `path`; -1 where there are no such files.
    private static func openUnnamed(beside path: String) -> CInt {
        #if os(Linux)
            guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
            // O_TMPFILE, which is not imported because it is made of two other flags.
            return open(folder, 0o2000_0000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, 0o666)
        #else
            return -1
        #endif
    }

    /// Gives a file without a name that of the draft: a file that exists can only be replaced by one with a name.
    private func nameDraft() -> Bool {
        #if os(Linux)
            linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, draft, AT_SYMLINK_FOLLOW) == 0
        #else
            false
        #endif
    }

    private static func resolved(_ file: String) -> String {
        guard let path = realpath(file, nil) else { return file }
        defer { free(path) }
        return String(cString: path)
    }

    /// The system's words for what went wrong.
    private static func reason(_ code: CInt) -> String { String(cString: strerror(code)).lowercased() }
}
