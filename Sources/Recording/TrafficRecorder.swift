import Bytes
import CaptureSources
import Connections
package import NIOCore

/// Writes what passes sockets as packets of a pcapng file.
///
/// One event loop's: bytes that are delivered become a packet at once, and the number of that packet is the frame of the
/// delivery. Blocks wait in memory until those before them are on the disk.
package final class TrafficRecorder {
    /// The number of bytes that may wait for the disk before no more should be read from sockets.
    private static let waitingLimit = pieceBytes
    /// The number of bytes from which on a piece is full, and written at once; fewer wait for ``writingInterval``, so that
    /// the thread that writes is not woken for each packet.
    private static let pieceBytes = 768 << 10
    private static let writingInterval = TimeAmount.milliseconds(20)
    /// The last packet goes beyond what makes a piece full.
    private static let pieceCapacity = pieceBytes + TCPPacket.greatestPayload + 1_024

    /// The number of packets that were recorded.
    private(set) var packetCount = 0
    /// Why recording has stopped; `nil` while it goes on.
    package var failure: String? { stopReason }
    /// Called once so much is written that sockets can be read again.
    var hasRoom: (() -> Void)?
    /// Called when recording has stopped.
    package var failed: ((String) -> Void)?

    /// See ``failure``: each access to a property that other modules see is checked, and this one is read with each packet.
    private var stopReason: String?
    private let file: RecordingFile
    private let loop: any EventLoop
    /// Pieces that are full: one array that grew with all that waits would be copied as it grows, and keep its size.
    private var full: [RecordedPiece] = []
    /// The piece that is being filled.
    private var piece = RecordedPiece()
    /// Pieces that were written, whose memory is used again.
    private var written: [RecordedPiece] = []
    /// The number of bytes in pieces that are full.
    private var fullBytes = 0
    private var isWriting = false
    private var isWaiting = false
    private var isClosing = false
    private var lastWrite: EventLoopFuture<Void>

    /// Creates, or empties, the file at a path.
    ///
    /// - Throws: where it cannot be written: the path and the reason.
    package init(creating path: String, application: String, on loop: any EventLoop) throws {
        file = try RecordingFile(creating: path)
        self.loop = loop
        lastWrite = loop.makeSucceededVoidFuture()
        piece.begin(at: 0, capacity: Self.pieceCapacity)
        piece.bytes += PcapNGWriter.opening(
            application: application,
            comment:
                "Recorded by \(application): what passed its sockets, TLS taken off, in packets that were made up for it."
        )
    }

    /// Whether the disk is behind, so that nothing more should be read.
    var isBehind: Bool { waitingBytes > Self.waitingLimit }

    /// The number of bytes that wait for the disk.
    private var waitingBytes: Int { fullBytes + piece.count }

    /// Records what a connection writes; gives the number of the last packet, `nil` where nothing is recorded any more.
    func record(
        _ conversation: inout TCPConversation,
        _ write: (inout TCPConversation, inout [UInt8]) -> Void
    ) -> Int? {
        guard stopReason == nil else { return nil }
        let before = conversation.packetCount
        write(&conversation, &piece.bytes)
        packetCount += conversation.packetCount - before
        if piece.count >= Self.pieceBytes {
            let beyond = piece.cut()
            beginPiece()
            piece.bytes += beyond
        }
        return packetCount
    }

    /// Hands what waits to the disk, unless that is busy: much at once, little after a moment.
    func flush() {
        guard !isWriting, !isClosing, waitingBytes > 0, stopReason == nil else { return }
        guard full.isEmpty else { return write() }
        guard !isWaiting else { return }
        isWaiting = true
        loop.assumeIsolated().scheduleTask(in: Self.writingInterval) { [self, offset = piece.offset] in
            isWaiting = false
            // Where another piece was begun since, what waits is younger.
            if piece.offset == offset { beginPiece() }
            flush()
        }
    }

    /// Begins a piece after the one that was filled.
    private func beginPiece() {
        let end = piece.offset + piece.count
        fullBytes += piece.count
        full.append(piece)
        piece = written.popLast() ?? RecordedPiece()
        piece.begin(at: end, capacity: Self.pieceCapacity)
    }

    /// Hands the pieces that are full to the thread that writes.
    private func handOver() -> EventLoopFuture<Void> {
        defer {
            written = full
            full = []
            fullBytes = 0
        }
        return file.write(&full, then: loop)
    }

    private func write() {
        guard !isWriting, !isClosing, !full.isEmpty, stopReason == nil else { return }
        isWriting = true
        let wasBehind = isBehind
        let recorder = NIOLoopBound(self, eventLoop: loop)
        lastWrite = handOver()
        lastWrite.whenComplete { result in
            recorder.value.wrote(result, wasBehind: wasBehind)
        }
    }

    /// Writes what waits, and closes the file; ``failure`` says afterwards whether all is there.
    package func close() -> EventLoopFuture<Void> {
        isClosing = true
        guard stopReason == nil else { return loop.makeFutureWithTask { [file] in try await file.close() } }
        let recorder = NIOLoopBound(self, eventLoop: loop)
        // A write that waits for the thread has not taken its pieces yet.
        return lastWrite.assumeIsolated()
            .flatMap { [loop] in
                let recorder = recorder.value
                guard recorder.failure == nil else { return loop.makeSucceededVoidFuture() }
                recorder.beginPiece()
                return recorder.handOver()
            }
            .nonisolated()
            .flatMapError { error in
                recorder.value.fail(error)
                return recorder.value.loop.makeSucceededVoidFuture()
            }
            .flatMap { [loop, file] in loop.makeFutureWithTask { try await file.close() } }
    }

    private func fail(_ error: any Error) {
        guard stopReason == nil else { return }
        stopReason = "\(error)"
        (full, piece, written, fullBytes) = ([], RecordedPiece(), [], 0)
        failed?("\(error)")
    }

    private func wrote(_ result: Result<Void, any Error>, wasBehind: Bool) {
        isWriting = false
        if case .failure(let error) = result { fail(error) }
        let isHeldUp = wasBehind || isBehind
        flush()
        if isHeldUp, !isBehind { hasRoom?() }
    }
}
