import Bytes
import Connections

/// Passes the streams of one connection on to the worker that inspects it.
///
/// As in ``ReassembledConnection`` a connection begins with its first bytes.
final class ConnectionRelay: StreamConsumer {
    private let summary: ConnectionSummary
    private let spread: ConnectionSpread
    /// The index of its worker; `nil` before its first bytes.
    private var worker: Int?
    private var isClosed = false

    /// Makes a relay of which no byte was seen.
    init(_ summary: ConnectionSummary, to spread: ConnectionSpread) {
        self.summary = summary
        self.spread = spread
    }

    func received(_ bytes: RawSpan, from side: Side, _ origin: ByteOrigin) {
        guard let worker = begin() else { return }
        spread.deliver(bytes, connection: summary.number, from: side, origin, to: worker)
    }

    func missed(_ length: Int, from side: Side, cause: GapCause, _ origin: ByteOrigin) {
        guard let worker = begin() else { return }
        spread.deliver(.missed(length, cause), connection: summary.number, from: side, origin, to: worker)
    }

    func ended(_ end: StreamEnd, from side: Side, _ origin: ByteOrigin) {
        guard let worker, !isClosed, !spread.isGivenUp else { return }
        spread.deliver(.ended(end), connection: summary.number, from: side, origin, to: worker)
    }

    func closed() {
        guard !isClosed else { return }
        isClosed = true
        guard let worker, !spread.isGivenUp else { return }
        let origin = ByteOrigin(offset: 0)
        spread.deliver(.closed, connection: summary.number, from: .initiator, origin, to: worker)
    }

    /// The index of its worker, chosen where there is none; `nil` where nothing more is taken.
    private func begin() -> Int? {
        guard !isClosed, !spread.isGivenUp else { return nil }
        if let worker { return worker }
        let chosen = spread.open(summary)
        worker = chosen
        return chosen
    }
}
