import Bytes
import CaptureSources
import Reporting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes text to a file descriptor, in large pieces.
///
/// When the reader of a pipe has closed it, the process ends with success.
package final class DescriptorSink: TextSink {
    /// The size of the buffer in bytes: large enough to make system calls cheap.
    private static let bufferSize = 64 * 1024

    private let descriptor: CInt
    private let name: String
    private let isLineBuffered: Bool
    /// The file that is written; `nil` where the descriptor is that of others.
    private let file: OutputFile?
    private var buffer: [UInt8] = []

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - descriptor: the destination.
    ///   - name: its name in messages.
    ///   - isLineBuffered: whether each line is written immediately, because a person waits for it.
    package init(_ descriptor: CInt, name: String, isLineBuffered: Bool) {
        self.descriptor = descriptor
        self.name = name
        self.isLineBuffered = isLineBuffered
        file = nil
        buffer.reserveCapacity(Self.bufferSize)
    }

    /// Makes a sink for the file at `path`, which appears, or is replaced, when the sink is released.
    ///
    /// - Throws: a ``CommandFailure`` where it cannot be written.
    package init(replacing path: String) throws {
        let file = try OutputFile(replacing: path)
        self.file = file
        descriptor = file.descriptor
        name = path
        isLineBuffered = false
        buffer.reserveCapacity(Self.bufferSize)
    }

    deinit {
        flush()
        do { try file?.finish() } catch { Self.end("\(error)") }
    }

    /// Adds text to the buffer, and writes it out where it is full, or the line ends and each is written at once.
    package func write(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.bufferSize || isLineBuffered && text.utf8.last == 0x0A { flush() }
    }

    /// Adds text to the buffer, and writes it at once where it is much; see ``write(_:)``.
    package func write(utf8 bytes: RawSpan) {
        guard bytes.byteCount < Self.bufferSize else {
            flush()
            return bytes.withUnsafeBytes(writeAll)
        }
        bytes.withUnsafeBytes { buffer.append(contentsOf: $0) }
        if buffer.count >= Self.bufferSize || isLineBuffered && buffer.last == 0x0A { flush() }
    }

    /// Writes what a store has in a file, as far as the system moves it; returns the number of bytes.
    func move(from store: ByteStore) -> Int {
        flush()
        return store.move(to: descriptor)
    }

    /// Writes the buffer.
    package func flush() {
        buffer.withUnsafeBytes(writeAll)
        buffer.removeAll(keepingCapacity: true)
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer) {
        var start = 0
        while start < bytes.count {
            let count = Self.writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: bytes[start...]))
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EPIPE { CommandStatus.exit(.fine) }
            guard count > 0 else {
                Self.end("\(name): cannot be written: \(Self.reason)")
            }
            start += count
        }
    }

    /// Ends the process because of what could not be written.
    private static func end(_ failure: String) -> Never {
        _ = Array("partwise: \(failure)\n".utf8).withUnsafeBytes { writeBytes(STDERR_FILENO, $0) }
        CommandStatus.exit(.unreadable)
    }

    private static func writeBytes(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Darwin)
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    /// The system's description of the last error.
    private static var reason: String { String(cString: strerror(errno)).lowercased() }
}
