import Bytes
import Exchanges

/// Gathers what comes out of a capture's connections, and hands exchanges on in the order of their numbers.
///
/// One thread's.
final class CaptureResults {
    /// How many exchanges were completed.
    var exchangeCount: Int { order.exchangeCount }
    /// Connections, or their directions, that are not read, by reason.
    private(set) var opaque: [OpaqueReason: Int] = [:]
    /// Diagnostics of connections, each kind with its number and its first place.
    private(set) var diagnostics = ConnectionDiagnostics()
    /// Whether results had to be handed on out of order.
    var lostOrder: Bool { order.isLost }

    /// Whether the capture has to be read again.
    var isVoid: Bool { isStrict && order.isLost || sink.isVoid }

    private let isStrict: Bool
    private let sink: any InspectionSink
    private var order: ExchangeOrder

    /// Makes an empty collection.
    ///
    /// - Parameters:
    ///   - sink: takes the exchanges.
    ///   - options: how many exchanges may wait for an earlier one.
    ///   - memory: the memory that those take.
    ///   - isStrict: whether nothing is handed on any more once order is lost.
    init(sink: any InspectionSink, options: InspectionOptions, memory: MemoryBudget, isStrict: Bool = false) {
        self.sink = sink
        self.isStrict = isStrict
        order = ExchangeOrder(limit: options.waitingExchanges, memory: memory, isStrict: isStrict)
    }

    /// Takes the next result.
    func take(_ result: consuming InspectionResult) {
        switch consume result {
        case .completed(let exchange):
            order.add(exchange, to: sink)
        case .requestHead, .requestContent, .requestBroken, .requestEnded, .responseHead, .responseContent,
            .responseEnded, .refused:
            break
        case .judged(let exchange): sink.requestEnded(exchange)
        case .answered(let exchange): sink.answered(exchange)
        case .content(let exchange, let part, let bytes):
            sink.content(exchange: exchange, part: part, bytes.span.bytes)
        case .storedContent(let exchange, let part, let content):
            // What cannot be read again is reported by the spool, at the end.
            try? content.forEachPiece { piece in
                guard case .bytes(let bytes) = piece else { return }
                sink.content(exchange: exchange, part: part, bytes.span.bytes)
            }
        // What goes through it is read as a connection of its own.
        case .opaque(.tunnel): break
        case .opaque(let reason): opaque[reason, default: 0] += 1
        case .unreadTunnel: opaque[.tunnel, default: 0] += 1
        case .diagnostic(let diagnostic, let connection, let frame):
            diagnostics.add(diagnostic, connection: connection, frame: frame)
        }
    }

    /// Takes an exchange that was counted, so that those after it do not wait for it.
    ///
    /// - Parameters:
    ///   - number: its number.
    ///   - memoryBytes: what it took in memory, in bytes.
    func takeCounted(_ number: Int, memoryBytes: Int) {
        order.addCounted(number, memoryBytes: memoryBytes, to: sink)
    }

    /// Takes what was counted of such exchanges.
    func take(_ uploads: CountedUploads) { sink.counted(uploads) }

    /// Hands on what still waits, at the end of the capture.
    func finish() { order.finish(to: sink) }
}
