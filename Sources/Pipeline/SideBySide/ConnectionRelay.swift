import Bytes
import Connections

/// Passes the streams of one connection on to where it is inspected.
///
/// As in ``ReassembledConnection`` a connection begins with its first bytes.
final class ConnectionRelay: StreamConsumer {
    private let summary: ConnectionSummary
    private let spread: ConnectionSpread
    /// Where it is inspected; `nil` before its first bytes.
    private var place: InspectionPlace?
    private var isClosed = false

    /// Makes a relay of which no byte was seen.
    init(_ summary: ConnectionSummary, to spread: ConnectionSpread) {
        self.summary = summary
        self.spread = spread
    }

    func received(_ bytes: RawSpan, from side: Side, _ origin: ByteOrigin) {
        switch begin() {
        case .worker(let place): spread.deliver(bytes, from: side, origin, to: place)
        case .here(let connection):
            connection.received(bytes, from: side, origin)
            spread.inspected(bytes.byteCount)
        case nil: break
        }
    }

    func missed(_ length: Int, from side: Side, cause: GapCause, _ origin: ByteOrigin) {
        switch begin() {
        case .worker(let place): spread.deliver(.missed(length, cause), from: side, origin, to: place)
        case .here(let connection):
            connection.missed(length, from: side, cause: cause, origin)
            spread.inspected()
        case nil: break
        }
    }

    func ended(_ end: StreamEnd, from side: Side, _ origin: ByteOrigin) {
        guard !isClosed, !spread.isGivenUp else { return }
        switch place {
        case .worker(let place): spread.deliver(.ended(end), from: side, origin, to: place)
        case .here(let connection):
            connection.ended(end, from: side, origin)
            spread.inspected()
        case nil: break
        }
    }

    func closed() {
        guard !isClosed else { return }
        isClosed = true
        guard !spread.isGivenUp else { return }
        switch place {
        case .worker(let place):
            spread.deliver(.closed, from: .initiator, ByteOrigin(offset: 0), to: place)
        case .here(let connection):
            connection.closed()
            spread.closed()
        case nil: break
        }
    }

    /// Where it is inspected, which is chosen with its first bytes; `nil` where nothing more is taken.
    private func begin() -> InspectionPlace? {
        guard !isClosed, !spread.isGivenUp else { return nil }
        if let place { return place }
        let chosen = spread.open(summary)
        place = chosen
        return chosen
    }
}
