package import Bytes
package import Connections

/// Reads the exchanges of all connections of a capture, and tells a handler of them as their bytes arrive.
/// ```
///   Connections ──► received · missed · ended · closed ──► requestHead · requestContent · … · completed
/// ```
/// Who is the client is told by the bytes, on any port: a request line makes its sender the client, a status
/// line the server. A connection that speaks another protocol is said to be opaque, and then costs nothing.
///
/// Memory is bounded for each connection by ``ExchangeLimits``; that their number is bounded is the matter of
/// who reads connections. ``finish()`` must be called at the end of the capture.
package struct ExchangeReader<Handler: ExchangeHandler>: ConnectionHandler {
    private var connections: [ConnectionExchanges?] = []
    private var places: [Int: Int] = [:]
    private var freePlaces: [Int] = []
    /// The connections that were met last and their places, by the lowest bits of their keys: most events concern one
    /// of these.
    private var recent = [(connection: Int, place: Int)](repeating: (-1, 0), count: Self.recentCount)
    private let limits: ExchangeLimits
    private let numbers = ExchangeNumbers()
    /// Who is told.
    package var handler: Handler

    /// Makes a reader that tells `handler`.
    package init(handler: Handler, limits: ExchangeLimits = ExchangeLimits()) {
        self.limits = limits
        self.handler = handler
    }

    /// How many exchanges were seen to begin.
    package var exchangeCount: Int { numbers.last }

    /// Makes room for the exchanges of a new connection.
    package mutating func opened(_ connection: ConnectionSummary) {
        let exchanges = ConnectionExchanges(connection, limits: limits, numbers: numbers)
        if let place = freePlaces.popLast() {
            connections[place] = exchanges
            places[connection.key] = place
        } else {
            places[connection.key] = connections.count
            connections.append(exchanges)
        }
    }

    /// Reads the next bytes of one side's stream.
    package mutating func received(
        _ bytes: RawSpan,
        on connection: Int,
        from side: Side,
        at offset: Int,
        frame: Int,
        time: Timestamp?
    ) {
        guard let place = place(of: connection) else { return }
        let delivery = ByteOrigin(base: offset, frame: frame, time: time)
        connections[place]?.receive(bytes, from: side, delivery, &handler)
    }

    /// Passes over bytes of one side's stream that the capture lacks.
    package mutating func missed(
        _ length: Int,
        on connection: Int,
        from side: Side,
        at offset: Int,
        cause: GapCause,
        frame: Int
    ) {
        guard let place = place(of: connection) else { return }
        let delivery = ByteOrigin(base: offset, frame: frame)
        connections[place]?.miss(length, from: side, cause: cause, delivery, &handler)
    }

    /// Completes what waits for the end of one side's stream.
    package mutating func ended(
        _ end: StreamEnd,
        on connection: Int,
        from side: Side,
        frame: Int,
        time: Timestamp?
    ) {
        guard let place = place(of: connection) else { return }
        let delivery = ByteOrigin(base: 0, frame: frame, time: time)
        connections[place]?.end(end, from: side, delivery, &handler)
    }

    /// Completes the exchanges of a connection of which nothing more comes.
    package mutating func closed(_ connection: Int) {
        guard let place = place(of: connection) else { return }
        connections[place]?.close(&handler)
        connections[place] = nil
        places[connection] = nil
        freePlaces.append(place)
        recent[connection & (Self.recentCount - 1)] = (-1, 0)
    }

    /// The capture has ended: what is open is completed as it is, in the order of the connections.
    package mutating func finish() {
        for connection in places.keys.sorted() { closed(connection) }
    }

    /// The place of a connection.
    private mutating func place(of connection: Int) -> Int? {
        let slot = connection & (Self.recentCount - 1)
        let known = recent[slot]
        if known.connection == connection { return known.place }
        guard let place = places[connection] else { return nil }
        recent[slot] = (connection, place)
        return place
    }

    /// How many connections are found without a search, a power of two.
    private static var recentCount: Int { 256 }
}
