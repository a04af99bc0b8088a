import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes what a command prints on a thread of its own, so that a reader that takes nothing for a while, as a pager does,
/// holds nothing else up.
final class DetachedOutput: Sendable {
    /// What is printed to one descriptor without a break.
    private struct Piece {
        let descriptor: CInt
        var bytes: [UInt8]
    }

    private struct State {
        /// What waits, in the order in which it was printed.
        var pieces: [Piece] = []
        /// The number of bytes that wait or are being written.
        var waitingBytes = 0
        /// The number of lines that found no room.
        var leftOutLines = 0
        var isWriting = false
        /// The descriptors that take nothing any more.
        var closed: Set<CInt> = []
        var failure: CInt?
        var whenClosed: (@Sendable () -> Void)?
    }

    /// The bytes up to which pieces are joined.
    private static let pieceSize = 64 << 10

    private let limit: Int
    private let remarks: CInt
    private let queue = DispatchQueue(label: "output")
    private let state = Mutex(State())

    /// Prepares to write.
    ///
    /// - Parameters:
    ///   - limit: the number of bytes that wait at most; what is printed beyond them is left out, and its lines are counted.
    ///   - remarks: the descriptor to which is written what was left out, or could not be written.
    init(limit: Int = 16 << 20, remarks: CInt = STDERR_FILENO) {
        self.limit = limit
        self.remarks = remarks
    }

    /// Whether a reader has closed its pipe.
    var isClosed: Bool { state.withLock { !$0.closed.isEmpty && $0.failure == nil } }

    /// Whether something could not be written.
    var hasFailed: Bool { state.withLock { $0.failure != nil } }

    /// Calls `body`, on any thread, once a reader has closed its pipe; or at once where one has.
    func whenClosed(_ body: @escaping @Sendable () -> Void) {
        let isClosed = state.withLock { state in
            state.whenClosed = body
            return !state.closed.isEmpty && state.failure == nil
        }
        if isClosed { body() }
    }

    /// Has bytes written to a descriptor.
    func write(_ bytes: [UInt8], to descriptor: CInt) {
        let begins = state.withLock { state in
            guard !bytes.isEmpty, !state.closed.contains(descriptor) else { return false }
            guard state.waitingBytes + bytes.count <= limit || state.waitingBytes == 0 else {
                state.leftOutLines += bytes.count { $0 == 0x0A }
                return false
            }
            state.waitingBytes += bytes.count
            if let last = state.pieces.last, last.descriptor == descriptor, last.bytes.count < Self.pieceSize
            {
                state.pieces[state.pieces.count - 1].bytes += bytes
            } else {
                state.pieces.append(Piece(descriptor: descriptor, bytes: bytes))
            }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if begins { queue.async { self.writeWaiting() } }
    }

    /// Waits until all is written.
    func finish() { queue.sync {} }

    /// Writes what waits, until nothing does.
    private func writeWaiting() {
        while true {
            let pieces = state.withLock { state in
                let pieces = state.pieces
                state.pieces = []
                state.isWriting = !pieces.isEmpty
                return pieces
            }
            guard !pieces.isEmpty else { return }
            for piece in pieces {
                write(piece)
                state.withLock { $0.waitingBytes -= piece.bytes.count }
            }
            tellLeftOut()
        }
    }

    private func write(_ piece: Piece) {
        guard !state.withLock({ $0.closed.contains(piece.descriptor) }) else { return }
        let failure = piece.bytes.withUnsafeBytes { DescriptorWriting.write($0, to: piece.descriptor) }
        guard let failure else { return }
        let whenClosed: (@Sendable () -> Void)? = state.withLock { state in
            state.closed.insert(piece.descriptor)
            guard failure != EPIPE else { return state.whenClosed }
            state.failure = failure
            return nil
        }
        whenClosed?()
        guard failure != EPIPE, piece.descriptor != remarks else { return }
        tell("standard output: cannot be written: \(String(cString: strerror(failure)).lowercased())")
    }

    private func tellLeftOut() {
        let count = state.withLock { state in
            defer { state.leftOutLines = 0 }
            return state.leftOutLines
        }
        guard count > 0 else { return }
        tell("\(count) \(count == 1 ? "line was" : "lines were") left out: the output was not read in time")
    }

    private func tell(_ message: String) {
        write(Piece(descriptor: remarks, bytes: Array("partwise: \(message)\n".utf8)))
    }
}
