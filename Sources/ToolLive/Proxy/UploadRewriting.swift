import Bytes
import Forms
import NIOCore
import Rewriting

/// The form of one request, rewritten while it passes: what the client sent goes in, and leaves as the server takes it.
final class UploadRewriting {
    /// What has to happen before more can be written.
    enum Step {
        /// The client has to send more, or the server to take more.
        case wait
        /// Files are to be searched for a text, and ``answer(isFound:)`` called.
        case search(paths: [String], text: [UInt8])
        /// Others should have their turn; then it goes on.
        case yield
        /// All was written.
        case done
    }

    /// Why a form cannot be passed on to its end.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The bytes that are written at once, and read of a file at most: so many as fill frames of HTTP/2.
    private static let pieceSize = 4 * ServerStreamCodec.frameSize
    /// How much is written before other connections have their turn, in bytes.
    private static let turnSize = 1 << 20

    private let startLine: ArraySlice<UInt8>
    private let fields: FieldSection
    private let forward: (ForwardedHead) -> ByteBuffer
    private var rewriter: FormRewriter
    private var outputs: ArraySlice<RewriterOutput> = []
    private var file: (source: FileDescriptorSource, remaining: Int, path: String)?
    /// What is written next: as clients have it, a form does not leave in as many pieces as it was made of.
    private var piece = ByteBuffer()
    private var isChunked = false
    private var isSearching = false
    private var removed: [String] = []
    /// The client's trailer section; `nil` for none.
    var trailers: FieldSection?
    /// The bytes of the form that the server got.
    private(set) var sentBytes = 0

    /// Begins.
    ///
    /// - Parameters:
    ///   - head: the head as the client sent it.
    ///   - fields: its fields.
    ///   - rewriter: rewrites the form.
    ///   - forward: makes the head that the server gets of one in which the body is declared anew.
    init(
        _ head: [UInt8],
        _ fields: FieldSection,
        _ rewriter: FormRewriter,
        forward: @escaping (ForwardedHead) -> ByteBuffer
    ) {
        let line = head.drop { $0 == 0x0D || $0 == 0x0A }
        startLine = line.prefix { $0 != 0x0A } + [0x0A]
        self.fields = fields
        self.rewriter = rewriter
        self.forward = forward
    }

    /// Whether nothing waits to be written.
    var isIdle: Bool { outputs.isEmpty && file == nil && !isSearching }

    /// What was changed, and what a user should know of it.
    var remarks: [String] {
        rewriter.changes.map(\.description) + rewriter.remarks.map(\.description)
            + removed.map { "\($0) was left out: it is a digest of another body" }
            + (trailers == nil || passesTrailers ? [] : ["the fields after the body were left out"])
    }

    /// Whether what follows the body does so in what is sent: chunks alone have a trailer section (RFC 9112 §7.1.2).
    private var passesTrailers: Bool { isChunked && trailers?.hasPlainLines ?? true }

    /// What was changed, for the recording; `nil` for nothing.
    var comment: String? {
        rewriter.changes.isEmpty
            ? nil : "passed on rewritten: \(rewriter.changes.map(\.description).joined(separator: "; "))"
    }

    /// Adds bytes of the form.
    func push(_ bytes: [UInt8]) { outputs += rewriter.push(bytes) }

    /// Ends the form.
    func finish() { outputs += rewriter.finish() }

    /// Goes on after files were searched.
    func answer(isFound: Bool) {
        isSearching = false
        var generator = SystemRandomNumberGenerator()
        outputs += rewriter.answer(isFound: isFound, using: &generator)
    }

    /// Writes as much as the server takes.
    ///
    /// - Throws: a ``Failure``, or a ``MultipartFailure``, where a file cannot be read any more as it was.
    func write(to server: RelayEnd) throws -> Step {
        let step = try gather(for: server)
        let isDone = if case .done = step { true } else { false }
        send(to: server, isLast: isDone)
        return step
    }

    /// Gathers what is ready in pieces, and sends those that are full.
    private func gather(for server: RelayEnd) throws -> Step {
        let start = sentBytes
        while server.isWritable {
            guard sentBytes - start < Self.turnSize else { return .yield }
            if file != nil {
                try writeFile(to: server)
                continue
            }
            guard let output = outputs.popFirst() else { return .wait }
            switch output {
            case .search(let paths, let text):
                isSearching = true
                return .search(paths: paths, text: text)
            case .begin(let framing): server.write(head(framing))
            case .client(let bytes), .added(let bytes):
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = min(rest.count, Self.pieceSize - piece.readableBytes)
                    piece.writeBytes(rest.prefix(count))
                    rest = rest.dropFirst(count)
                    if piece.readableBytes == Self.pieceSize { send(to: server) }
                }
            case .file(let path, let length):
                file = (try FileDescriptorSource(path: path), length, path)
            case .end: return .done
            }
        }
        return .wait
    }

    /// The head, in which the body is declared as it is sent.
    ///
    /// The proxy itself has answered an Expect (RFC 9110 §10.1.1): it needs the body before the head.
    private func head(_ framing: RewrittenFraming) -> ByteBuffer {
        let rewritten = RewrittenHead(fields, framing)
        isChunked = rewritten.isChunked
        removed = rewritten.removed
        let lines = rewritten.lines.filter { !$0.name.equalsIgnoringCase("expect") }.flatMap(\.bytes)
        return forward(ForwardedHead(startLine + lines + [0x0D, 0x0A]))
    }

    private func writeFile(to server: RelayEnd) throws {
        guard let (source, remaining, path) = file else { return }
        guard remaining > 0 else {
            file = nil
            return
        }
        let wanted = min(remaining, Self.pieceSize - piece.readableBytes)
        let count = try piece.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { room in
            try source.read(into: UnsafeMutableRawBufferPointer(rebasing: room.prefix(wanted)))
        }
        guard count > 0 else {
            throw Failure(description: "\(path) became shorter while it was sent")
        }
        file?.remaining = remaining - count
        guard piece.readableBytes == Self.pieceSize else { return }
        send(to: server)
        // Each piece is on its way before the next one is read.
        server.flush()
    }

    /// Writes what was gathered, as one chunk where the body has chunks, and its end in the same write.
    private func send(to server: RelayEnd, isLast: Bool = false) {
        let count = piece.readableBytes
        sentBytes += count
        defer { piece = ByteBuffer() }
        guard isChunked else { return server.write(piece) }
        var chunk = ByteBuffer()
        if count > 0 {
            chunk.writeString("\(String(count, radix: 16))\r\n")
            chunk.writeBuffer(&piece)
            chunk.writeString("\r\n")
        }
        if isLast {
            chunk.writeString("0\r\n")
            if passesTrailers, let trailers { chunk.writeBytes(trailers.bytes) }
            chunk.writeString("\r\n")
        }
        server.write(chunk)
    }
}
