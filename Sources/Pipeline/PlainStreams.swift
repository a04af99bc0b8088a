import Bytes
import Exchanges

/// The two plain streams of a connection, or of a layer inside it, and their open requests.
struct PlainStreams: Sendable {
    private var exchanges: ConnectionExchanges
    private var requests: OpenRequests
    private let summary: ConnectionSummary
    /// How many tunnels they are in, those left out that their connection began with.
    private let tunnels: Int
    /// What goes through the tunnel that they have become, or nothing.
    private var tunnelled: [ConnectionInspection] = []
    /// Whether that is too deep in others to be read.
    private var isLeftOut = false

    /// How deep such tunnels may be in one another.
    private static let tunnelLimit = 5

    /// Begins streams of which no byte was seen, in so many tunnels.
    init(_ summary: ConnectionSummary, tunnels: Int, _ workspace: borrowing InspectionWorkspace) {
        self.summary = summary
        self.tunnels = tunnels
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
        mutating get {
            let bytes = exchanges.memoryBytes + requests.memoryBytes
            return tunnelled.isEmpty ? bytes : bytes + tunnelled[0].memoryBytes
        }
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
    var unfinishedMessages: [UnfinishedMessage] {
        requests.unfinished + exchanges.unfinishedResponses + tunnelled.flatMap(\.unfinishedMessages)
    }

    /// The number of the exchange of a stream of HTTP/2: see ``ConnectionExchanges/exchange(ofStream:)``.
    func exchange(ofStream stream: Int) -> Int? { exchanges.exchange(ofStream: stream) }

    /// Reads the next bytes of a side.
    mutating func received(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ workspace: inout InspectionWorkspace
    ) {
        guard !exchanges.isTunnel else { return pass(bytes, from: side, origin, &workspace) }
        requests.keeper?.received(bytes, from: side, at: origin.offset, origin.time)
        swap(&requests, &workspace.current)
        let count = exchanges.received(bytes, from: side, origin, &workspace)
        swap(&requests, &workspace.current)
        guard count < bytes.byteCount else { return }
        pass(bytes.extracting(count..<bytes.byteCount), from: side, origin.moved(by: count), &workspace)
    }

    /// Passes over bytes of a side that are missing.
    mutating func missed(
        _ length: Int,
        from side: Side,
        cause: GapCause,
        _ origin: ByteOrigin,
        _ workspace: inout InspectionWorkspace
    ) {
        guard !exchanges.isTunnel else {
            if readsTunnel(&workspace) {
                tunnelled[0].missed(length, from: side, cause: cause, origin, &workspace)
            }
            return
        }
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
        if !tunnelled.isEmpty { tunnelled[0].ended(end, from: side, origin, &workspace) }
    }

    /// Completes what is open.
    mutating func closed(_ workspace: inout InspectionWorkspace) {
        swap(&requests, &workspace.current)
        exchanges.closed(&workspace)
        swap(&requests, &workspace.current)
        if !tunnelled.isEmpty { tunnelled[0].closed(&workspace) }
    }

    /// Reads what goes through the tunnel.
    private mutating func pass(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ workspace: inout InspectionWorkspace
    ) {
        if readsTunnel(&workspace) { tunnelled[0].received(bytes, from: side, origin, &workspace) }
    }

    /// Whether what goes through the tunnel is read: as a connection of its own, which begins with the first of its bytes.
    private mutating func readsTunnel(_ workspace: inout InspectionWorkspace) -> Bool {
        guard tunnelled.isEmpty, !isLeftOut else { return !isLeftOut }
        isLeftOut = tunnels == Self.tunnelLimit
        guard !isLeftOut else {
            workspace.emit(.unreadTunnel)
            return false
        }
        var inner = summary
        // It is seen from its first byte on.
        inner.sawHandshake = true
        tunnelled = [ConnectionInspection(inner, tunnels: tunnels + 1)]
        return true
    }
}
