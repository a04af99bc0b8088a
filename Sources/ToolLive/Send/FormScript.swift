import Forms
import NIOCore

/// A form that is written while it is sent.
final class FormScript: RequestScript {
    /// The bytes that are read of the form at once: from 128 KiB on the allocator asks the system for fresh pages each
    /// time, which costs more than the system calls that larger pieces save.
    private static let pieceSize = 64 * 1024
    /// The bytes of a file that the system sends at once.
    private static let regionSize = 1 << 20

    private let pull: MultipartPull
    private let isChunked: Bool
    private let sendsFiles: Bool
    /// The steps that are known already, the last one first.
    private var waiting: [RequestStep] = []
    private var isSent = false

    /// Prepares to send a form.
    ///
    /// - Parameters:
    ///   - head: the head of the request.
    ///   - writer: the form.
    ///   - isChunked: whether it is sent in chunks.
    ///   - expectsContinue: whether to wait for `100 Continue`.
    ///   - sendsFiles: whether the system may send files by itself: where they are neither encrypted nor recorded.
    init(
        head: [UInt8],
        _ writer: MultipartWriter,
        isChunked: Bool,
        expectsContinue: Bool,
        sendsFiles: Bool
    ) {
        pull = writer.pull()
        self.isChunked = isChunked
        self.sendsFiles = sendsFiles && !isChunked
        if expectsContinue { waiting.append(.awaitContinue) }
        waiting.append(.bytes(ByteBuffer(bytes: head), content: 0))
    }

    func next(_ allocator: ByteBufferAllocator) throws -> RequestStep {
        if let step = waiting.popLast() { return step }
        if isSent { return .end(closes: false) }
        if sendsFiles, let region = try pull.region(atMost: Self.regionSize) { return .file(region) }
        var piece = allocator.buffer(capacity: Self.pieceSize)
        let count = try piece.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.pieceSize) { room in
            try pull.read(into: UnsafeMutableRawBufferPointer(rebasing: room.prefix(Self.pieceSize)))
        }
        isSent = count == 0
        guard isChunked else { return isSent ? .end(closes: false) : .bytes(piece, content: count) }
        waiting.append(.bytes(ByteBuffer(string: "\r\n"), content: 0))
        if count > 0 { waiting.append(.bytes(piece, content: count)) }
        return .bytes(ByteBuffer(string: "\(String(count, radix: 16))\r\n"), content: 0)
    }
}
