#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a command writes bytes: standard output, or a file that appears under its name only when it is whole.
///
/// Until then the bytes are in a file beside it, which is removed when this value is let go of unfinished.
final class OutputFile {
    private let descriptor: CInt
    private let name: String
    /// Where the bytes are until the file is whole; `nil` where they go straight to their place.
    private let draft: String?
    /// The file that is written.
    private let path: String?
    private var isOpen = true

    /// Standard output.
    init() {
        descriptor = STDOUT_FILENO
        name = "standard output"
        draft = nil
        path = nil
    }

    /// The file at a path; what has the name and is no regular file, such as a named pipe, is written straight.
    init(replacing file: String) throws {
        name = file
        var status = stat()
        let exists = stat(file, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            path = nil
            draft = nil
            descriptor = open(file, O_WRONLY | O_CLOEXEC)
        } else {
            // A link is kept, and what it points at replaced.
            let target = exists ? Self.resolved(file) : file
            path = target
            let draft = "\(target).partwise-\(UInt32.random(in: 0...UInt32.max))"
            self.draft = draft
            descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        }
        guard descriptor >= 0 else {
            throw CommandFailure.unreadable("\(file): cannot be written: \(Self.reason)")
        }
    }

    deinit {
        guard isOpen, descriptor != STDOUT_FILENO else { return }
        close(descriptor)
        if let draft { unlink(draft) }
    }

    /// Where the bytes are now; `nil` where they do not stay in a file.
    var readablePath: String? { draft }

    /// Writes bytes.
    ///
    /// - Throws: a ``CommandFailure`` where they cannot be written; ``CommandStatus/fine`` where the reader of a pipe
    ///   has gone, for nobody wants the rest.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var start = 0
        while start < bytes.count {
            #if canImport(Glibc)
                let count = Glibc.write(
                    descriptor,
                    bytes.baseAddress?.advanced(by: start),
                    bytes.count - start
                )
            #elseif canImport(Darwin)
                let count = Darwin.write(
                    descriptor,
                    bytes.baseAddress?.advanced(by: start),
                    bytes.count - start
                )
            #endif
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EPIPE { throw CommandStatus.fine }
            guard count > 0 else {
                throw CommandFailure.unreadable("\(name): cannot be written: \(Self.reason)")
            }
            start += count
        }
    }

    /// Gives the file its name.
    func finish() throws {
        guard descriptor != STDOUT_FILENO else { return }
        isOpen = false
        let isWritten = close(descriptor) == 0
        guard let draft, let path else { return }
        guard isWritten, rename(draft, path) == 0 else {
            let reason = Self.reason
            unlink(draft)
            throw CommandFailure.unreadable("\(name): cannot be written: \(reason)")
        }
    }

    private static func resolved(_ file: String) -> String {
        guard let path = realpath(file, nil) else { return file }
        defer { free(path) }
        return String(cString: path)
    }

    /// The system's words for what just went wrong.
    private static var reason: String { String(cString: strerror(errno)).lowercased() }
}
