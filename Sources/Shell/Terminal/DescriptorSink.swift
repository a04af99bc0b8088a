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
    /// Room for the text that waits, and for what makes it much; ``count`` bytes of it are text.
    ///
    /// With each addition an array asks whether it is shared, and its owner whether it is being read.
    private let buffer: UnsafeMutableRawBufferPointer
    private var count = 0

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
        buffer = .allocate(byteCount: 2 * Self.bufferSize, alignment: 1)
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
        buffer = .allocate(byteCount: 2 * Self.bufferSize, alignment: 1)
    }

    deinit {
        flush()
        buffer.deallocate()
        do { try file?.finish() } catch { Self.end("\(error)") }
    }

    /// Adds text to the buffer, and writes it out where it is full, or the line ends and each is written at once.
    package func write(_ text: String) {
        var text = text
        text.withUTF8 { write(utf8: RawSpan(_unsafeElements: $0)) }
    }

    /// Adds text to the buffer, and writes it at once where it is much; see ``write(_:)``.
    package func write(utf8 bytes: RawSpan) {
        guard bytes.byteCount < Self.bufferSize else {
            flush()
            return bytes.withUnsafeBytes(writeAll)
        }
        guard bytes.byteCount > 0 else { return }
        // Sound: less than half of the room is text, and the bytes take less than half of it.
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        bytes.withUnsafeBytes { room.copyMemory(from: $0) }
        count += bytes.byteCount
        if count >= Self.bufferSize || isLineBuffered && buffer[count - 1] == 0x0A { flush() }
    }

    /// Writes what a store has in a file, as far as the system moves it; returns the number of bytes.
    func move(from store: ByteStore) -> Int {
        flush()
        return store.move(to: descriptor)
    }

    /// Writes the buffer.
    package func flush() {
        writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        count = 0
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
