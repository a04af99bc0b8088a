import Bytes
import CaptureSources
import Exchanges
import Pipeline

/// The body of a request as its client wrote it: without transfer and content codings, and with the bytes that
/// follow the end that Content-Length declares.
struct SentBody {
    /// The greatest number of bytes after a declared end that are kept of a message in a raw file or in a log, which
    /// holds them in memory.
    static let excessLimit = 64 * 1024 * 1024

    /// The bytes.
    let store: ByteStore
    /// How many of them the request's framing counts.
    let framedLength: Int
    /// Whether bytes after the end that Content-Length declares were sent, but are not kept in full.
    let lacksExcess: Bool

    /// Gathers the body of an exchange whose messages were kept.
    ///
    /// - Parameters:
    ///   - inspected: the exchange.
    ///   - request: its request.
    ///   - beginning: the beginning of the body, where that stands in the head.
    /// - Throws: a ``RepairFailure`` where the bytes cannot be read again.
    init(_ inspected: InspectedExchange, _ request: Message, after beginning: [UInt8] = []) throws {
        let store = ByteStore(memoryLimit: 256 * 1024)
        guard let kept = inspected.kept?.value.request else {
            throw RepairFailure("its bytes were not kept")
        }
        // A body that begins with a delimiter is plain, whatever its head says.
        let isPlain = inspected.decoding?.outcome == .plain || inspected.decoding == nil
        let decoder = isPlain ? nil : ContentDecoder(request.head.fields)
        var failure: ByteSource.Failure?
        func add(_ bytes: RawSpan) {
            do throws(ByteSource.Failure) { try store.append(bytes) } catch { failure = error }
        }
        add(beginning.span.bytes)
        try kept.content.forEachPiece { piece in
            // A capture that lacks bytes is refused.
            guard case .bytes(let bytes) = piece else { return }
            if let decoder { decoder.push(bytes.span.bytes) { add($0) } } else { add(bytes.span.bytes) }
        }
        decoder?.finish()
        framedLength = store.count
        let content = request.content
        let isFramed = request.head.framing == .contentLength && content.excessLength > 0
        if isFramed, let wire = kept.wire {
            let start = request.head.contentStart - request.head.startLineOffset + content.wireLength
            try wire.forEachPiece(in: start..<wire.count) { piece in
                if case .bytes(let bytes) = piece { add(bytes.span.bytes) }
            }
        } else if isFramed {
            add(content.excess.span.bytes)
        }
        lacksExcess = isFramed && store.count - framedLength < content.excessLength
        if let failure { throw RepairFailure("its bytes cannot be kept: \(failure)") }
        self.store = store
    }
}
