import Bytes
import CaptureSources
import Connections
import Exchanges

/// Takes the streams of a capture to the reader of exchanges, and notes what is to be said of the capture itself.
struct CaptureStreams: ConnectionHandler {
    /// Where streams go.
    var exchanges: ExchangeReader<ExchangeJudge>
    /// Problems that were found on the way from packets to streams.
    private(set) var problems: [CaptureProblem] = []
    /// Limits of the reassembly that were passed, and on which connection first.
    private(set) var passedLimits: [(limit: ReassemblyLimit, connection: Int?)] = []

    /// Keeps the bytes of streams; `nil` where nobody wants them.
    private let keeper: ExchangeKeeper?

    /// Takes streams to `exchanges`, and to `keeper` where there is one.
    init(exchanges: consuming ExchangeReader<ExchangeJudge>, keeper: ExchangeKeeper?) {
        self.exchanges = exchanges
        self.keeper = keeper
    }

    mutating func opened(_ connection: ConnectionSummary) {
        exchanges.opened(connection)
    }

    mutating func received(
        _ bytes: RawSpan,
        on connection: Int,
        from side: Side,
        at offset: Int,
        frame: Int,
        time: Timestamp?
    ) {
        keeper?.received(bytes, on: connection, from: side, at: offset)
        exchanges.received(bytes, on: connection, from: side, at: offset, frame: frame, time: time)
    }

    mutating func missed(
        _ length: Int,
        on connection: Int,
        from side: Side,
        at offset: Int,
        cause: GapCause,
        frame: Int
    ) {
        keeper?.missed(length, cause, on: connection, from: side, at: offset)
        exchanges.missed(length, on: connection, from: side, at: offset, cause: cause, frame: frame)
    }

    mutating func ended(_ end: StreamEnd, on connection: Int, from side: Side, frame: Int, time: Timestamp?) {
        exchanges.ended(end, on: connection, from: side, frame: frame, time: time)
    }

    mutating func closed(_ connection: Int) {
        exchanges.closed(connection)
        keeper?.closed(connection)
    }

    mutating func problem(_ problem: CaptureProblem) {
        problems.append(problem)
    }

    mutating func limitPassed(_ limit: ReassemblyLimit, on connection: Int?) {
        passedLimits.append((limit, connection))
    }
}
