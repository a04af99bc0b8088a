import Bytes
import Connections

/// Passes the streams of one connection on to the worker that inspects it.
///
/// As in ``ReassembledConnection`` a connection begins with its first bytes.
final class ConnectionRelay: StreamConsumer {
    private let summary: ConnectionSummary
    private let spread: ConnectionSpread
    /// Where it is inspected; `nil` before its first bytes.
    private var place: WorkerPlace?
    private var isClosed = false

    /// Makes a relay of which no byte was seen.
    init(_ summary: ConnectionSummary, to spread: ConnectionSpread) {
        self.summary = summary
        self.spread = spread
    }

    func received(_ bytes: RawSpan, from side: Side, _ origin: ByteOrigin) {
        guard let place = begin() else { return }
        spread.deliver(bytes, from: side, origin, to: place)
    }

    func missed(_ length: Int, from side: Side, cause: GapCause, _ origin: ByteOrigin) {
        guard let place = begin() else { return }
        spread.deliver(.missed(length, cause), from: side, origin, to: place)
    }

    func ended(_ end: StreamEnd, from side: Side, _ origin: ByteOrigin) {
        guard let place, !isClosed, !spread.isGivenUp else { return }
        spread.deliver(.ended(end), from: side, origin, to: place)
    }

    func closed() {
        guard !isClosed else { return }
        isClosed = true
        guard let place, !spread.isGivenUp else { return }
        let origin = ByteOrigin(offset: 0)
        spread.deliver(.closed, from: .initiator, origin, to: place)
    }

    /// Where it is inspected, which is chosen with its first bytes; `nil` where nothing more is taken.
    private func begin() -> WorkerPlace? {
        guard !isClosed, !spread.isGivenUp else { return nil }
        if let place { return place }
        let chosen = spread.open(summary)
        place = chosen
        return chosen
    }
}
