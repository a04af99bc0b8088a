import Bytes
import Exchanges

/// The two plain streams of a connection, or of a layer inside it, and their open requests.
struct PlainStreams: Sendable {
    private var exchanges: ConnectionExchanges
    private var requests: OpenRequests

    /// Begins streams of which no byte was seen.
    init(_ summary: ConnectionSummary, _ workspace: borrowing InspectionWorkspace) {
        exchanges = ConnectionExchanges(
            summary,
            numbers: workspace.numbers,
            memory: workspace.memory,
            responseContents: workspace.options.responseContents
        )
        requests = OpenRequests(
            keeper: workspace.spool.map { MessageKeeper($0, keepsTimes: workspace.options.keepsDeliveries) },
            connection: summary.number,
            isOnWire: true
        )
    }

    /// An estimate of the bytes that they take in memory.
    var memoryBytes: Int {
        mutating get { exchanges.memoryBytes + requests.memoryBytes }
    }

    /// Whether they carry HTTP/1.
    var isHTTP1: Bool {
        mutating get { exchanges.isHTTP1 }
    }

    /// See ``ConnectionExchanges/isHTTP2``.
    var isHTTP2: Bool { exchanges.isHTTP2 }

    /// See ``ConnectionExchanges/hasStrayLines``.
    var hasStrayLines: Bool {
        mutating get { exchanges.hasStrayLines }
    }

    /// See ``ConnectionExchanges/awaitsFinalResponse``.
    var awaitsFinalResponse: Bool {
        mutating get { exchanges.awaitsFinalResponse }
    }

    /// See ``ConnectionExchanges/hasUnfinishedHead``.
    var hasUnfinishedHead: Bool {
        mutating get { exchanges.hasUnfinishedHead }
    }

    /// The requests and the final responses whose content has not ended.
    var unfinishedMessages: [UnfinishedMessage] { requests.unfinished + exchanges.unfinishedResponses }

    /// The number of the exchange of a stream of HTTP/2: see ``ConnectionExchanges/exchange(ofStream:)``.
    func exchange(ofStream stream: Int) -> Int? { exchanges.exchange(ofStream: stream) }

    /// Reads the next bytes of a side.
    mutating func received(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ workspace: inout InspectionWorkspace
    ) {
        requests.keeper?.received(bytes, from: side, at: origin.offset, origin.time)
        swap(&requests, &workspace.current)
        exchanges.received(bytes, from: side, origin, &workspace)
        swap(&requests, &workspace.current)
    }

    /// Passes over bytes of a side that are missing.
    mutating func missed(
        _ length: Int,
        from side: Side,
        cause: GapCause,
        _ origin: ByteOrigin,
        _ workspace: inout InspectionWorkspace
    ) {
        requests.keeper?.missed(length, cause, from: side, at: origin.offset)
        swap(&requests, &workspace.current)
        exchanges.missed(length, from: side, cause: cause, origin, &workspace)
        swap(&requests, &workspace.current)
    }

    /// Ends the stream of a side.
    mutating func ended(
        _ end: StreamEnd,
        from side: Side,
        _ origin: ByteOrigin,
        _ workspace: inout InspectionWorkspace
    ) {
        swap(&requests, &workspace.current)
        exchanges.ended(end, from: side, origin, &workspace)
        swap(&requests, &workspace.current)
    }

    /// Completes what is open.
    mutating func closed(_ workspace: inout InspectionWorkspace) {
        swap(&requests, &workspace.current)
        exchanges.closed(&workspace)
        swap(&requests, &workspace.current)
    }
}
