package import Bytes
import Decryption
package import Exchanges

/// One connection, from its bytes to judged exchanges: its TLS layers, its two directions, its open requests.
///
/// ```
///   bytes · gaps · ends ─► layers (TLS, tunnels) ─► HTTP/1 or HTTP/2 ─► request inspections ─► results
/// ```
/// Bytes go in by side and offset, from reassembled packets or straight from a socket: it knows neither captures nor
/// packets, and frames and times only as what an origin may name. Results are taken out of the workspace that is handed
/// in. Connections share nothing else, so that they can be read on different threads.
package struct ConnectionInspection: Sendable {
    private let summary: ConnectionSummary
    /// How many tunnels it is in that were found while HTTP was read.
    private let tunnels: Int
    private var layers: ConnectionLayers
    /// The streams of a connection that is plain.
    private var plain: PlainStreams?
    /// The plain streams inside TLS and tunnels, by layer.
    private var inner: [PlainStreams?] = []

    /// Begins a connection of which no byte was seen.
    ///
    /// - Parameters:
    ///   - summary: the connection.
    ///   - readsPrefix: whether it may be one that a proxy of SOCKS or a load balancer passes on, with something before its
    ///     streams. A server of ours takes none, and its verdict is on what it was sent.
    ///   - tunnels: how many tunnels it is in that were found while HTTP was read (RFC 9110 §9.3.6).
    package init(_ summary: ConnectionSummary, readsPrefix: Bool = true, tunnels: Int = 0) {
        self.summary = summary
        self.tunnels = tunnels
        layers = ConnectionLayers(summary, readsPrefix: readsPrefix)
    }

    /// What the allocator takes for the blocks of a connection besides what stands in them, in bytes: measured.
    private static let blockBytes = 640

    /// An estimate of the bytes that it takes in memory; as everywhere below mutating, so that what is counted after each
    /// delivery is not copied.
    package var memoryBytes: Int {
        mutating get {
            var bytes =
                MemoryLayout<Self>.stride + Self.blockBytes + layers.memoryBytes + (plain?.memoryBytes ?? 0)
            for index in inner.indices { bytes += inner[index]?.memoryBytes ?? 0 }
            return bytes
        }
    }

    /// The number of the exchange of a stream of HTTP/2 that is not completed; `nil` where there is none.
    package func exchange(ofStream stream: Int) -> Int? { plain?.exchange(ofStream: stream) }

    /// Whether the connection, or what its TLS was removed from, speaks HTTP/2.
    package var isHTTP2: Bool { plain?.isHTTP2 ?? false }

    /// Whether the client has sent lines over HTTP/1 that begin no request, and are not the excess of one.
    package var hasStrayLines: Bool {
        mutating get { plain?.hasStrayLines ?? false }
    }

    /// Whether the client has sent some of the head of a request over HTTP/1, and not its end.
    package var hasUnfinishedHead: Bool {
        mutating get { plain?.hasUnfinishedHead ?? false }
    }

    /// Whether the server has sent nothing over HTTP/1 since the last final response, or interim responses alone.
    package var awaitsFinalResponse: Bool {
        mutating get { plain?.awaitsFinalResponse ?? false }
    }

    /// The requests and the final responses whose content has not ended.
    package var unfinishedMessages: [UnfinishedMessage] {
        (plain?.unfinishedMessages ?? []) + inner.flatMap { $0?.unfinishedMessages ?? [] }
    }

    /// Whether what it keeps grows by no more than a small multiple of what it is sent, as over HTTP/1; coded heads of
    /// HTTP/2 may become longer by far.
    var growsWithItsBytes: Bool {
        mutating get { inner.isEmpty && plain?.isHTTP1 ?? false }
    }

    /// Takes the next bytes of a side; results are in the workspace after the call.
    ///
    /// - Parameters:
    ///   - bytes: valid during the call only.
    ///   - side: who sent them.
    ///   - origin: where they stand in the sender's stream; offsets follow one another.
    ///   - workspace: what is shared with other connections.
    package mutating func received(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ workspace: inout InspectionWorkspace
    ) {
        if layers.isUnknown { layers.begin(bytes, from: side) }
        guard layers.isPlain else {
            layers.receive(bytes, from: side, origin, &workspace.decryption)
            return drain(&workspace)
        }
        if plain == nil { plain = PlainStreams(summary, tunnels: tunnels, workspace) }
        plain?.received(bytes, from: side, origin, &workspace)
    }

    /// The next `length` bytes of a side are missing.
    package mutating func missed(
        _ length: Int,
        from side: Side,
        cause: GapCause,
        _ origin: ByteOrigin,
        _ workspace: inout InspectionWorkspace
    ) {
        guard layers.isPlain else {
            layers.miss(length, from: side, cause, origin, &workspace.decryption)
            return drain(&workspace)
        }
        if plain == nil { plain = PlainStreams(summary, tunnels: tunnels, workspace) }
        plain?.missed(length, from: side, cause: cause, origin, &workspace)
    }

    /// A side sends no more: its stream was finished (a half close), reset, or given up.
    package mutating func ended(
        _ end: StreamEnd,
        from side: Side,
        _ origin: ByteOrigin,
        _ workspace: inout InspectionWorkspace
    ) {
        if layers.isUnknown { layers.beginPlain() }
        guard layers.isPlain else {
            layers.end(end, from: side, origin, &workspace.decryption)
            return drain(&workspace)
        }
        if plain == nil { plain = PlainStreams(summary, tunnels: tunnels, workspace) }
        plain?.ended(end, from: side, origin, &workspace)
    }

    /// Nothing more of the connection follows: what is open is completed as it is.
    package mutating func closed(_ workspace: inout InspectionWorkspace) {
        layers.close(&workspace.decryption)
        drain(&workspace)
        plain?.closed(&workspace)
        plain = nil
    }

    /// Reads what the layers handed on.
    private mutating func drain(_ workspace: inout InspectionWorkspace) {
        for event in workspace.decryption.takeEvents() {
            let index = event.layer
            while inner.count <= index { inner.append(nil) }
            switch event.event {
            case .opened(let summary): inner[index] = PlainStreams(summary, tunnels: tunnels, workspace)
            case .received(let bytes, let side, let origin):
                inner[index]?.received(bytes.span.bytes, from: side, origin, &workspace)
            case .missed(let length, let side, let cause, let origin):
                inner[index]?.missed(length, from: side, cause: cause, origin, &workspace)
            case .ended(let end, let side, let origin):
                inner[index]?.ended(end, from: side, origin, &workspace)
            case .closed:
                inner[index]?.closed(&workspace)
                inner[index] = nil
            }
        }
    }
}
