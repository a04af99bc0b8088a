import CaptureSources
import NIOCore
import NIOPosix
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that grows while traffic is recorded, written on a thread of its own: a disk that is slow holds no socket up.
///
/// It is there under its name from the first block on, so that other programs can read it meanwhile.
final class RecordingFile: Sendable {
    /// Why a file cannot be written.
    struct Failure: Error, CustomStringConvertible {
        /// The path and the system's reason.
        var description: String
    }

    /// The pieces whose memory is used again: one that is written, one that is filled.
    private static let reusedPieces = 2

    private let path: String
    private let descriptor: CInt
    /// What is being written, or was.
    ///
    /// It is exchanged with what is gathered meanwhile: fresh memory for each write would cost more than the copy.
    private let writing = Mutex<[RecordedPiece]>([])
    private let passing: Mutex<CachePassing>
    private let thread = NIOThreadPool(numberOfThreads: 1)

    /// Creates, or empties, the file at a path; its owner alone can read a new one: it holds what TLS kept from others.
    init(creating path: String) throws {
        self.path = path
        descriptor = RecordingDescriptor.create(path, mode: 0o600)
        guard descriptor >= 0 else {
            throw Failure(description: "\(path): cannot be written: \(RecordingDescriptor.reason(errno))")
        }
        passing = Mutex(CachePassing(descriptor))
        thread.start()
    }

    /// Writes pieces after those that were written before, which are done; leaves some of those, for their memory.
    func write(_ pieces: inout [RecordedPiece], then loop: any EventLoop) -> EventLoopFuture<Void> {
        writing.withLock { swap(&$0, &pieces) }
        pieces.removeLast(max(pieces.count - Self.reusedPieces, 0))
        return thread.runIfActive(eventLoop: loop) { [self] in
            try writing.withLock { pieces in
                for piece in pieces { try writeAll(piece) }
            }
        }
    }

    /// Closes the file once all is written.
    func close() async throws {
        try await thread.runIfActive { [descriptor] in
            #if canImport(Glibc)
                _ = Glibc.close(descriptor)
            #elseif canImport(Darwin)
                _ = Darwin.close(descriptor)
            #endif
        }
        try await thread.shutdownGracefully()
    }

    private func writeAll(_ piece: RecordedPiece) throws {
        var start = piece.padding
        while start < piece.bytes.count {
            let count = piece.bytes.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                return passing.withLock { $0.write(rest, at: piece.offset + start - piece.padding) }
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw Failure(description: "\(path): cannot be written: \(RecordingDescriptor.reason(errno))")
            }
            start += count
        }
    }
}
