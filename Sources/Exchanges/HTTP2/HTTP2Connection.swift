import Bytes

/// A connection that speaks HTTP/2: its frames, streams, and the exchanges on them (RFC 9113).
/// ```
///   bytes ─► frames ─┬─► header blocks ─► HPACK ─► heads, trailers ─┐
///   (each side)      ├─► DATA ─────────────────► content, streamed ─┼─► exchange of the stream
///                    └─► SETTINGS, RST_STREAM … ────────────────────┘
/// ```
struct HTTP2Connection: Sendable {
    /// The connection.
    let summary: ConnectionSummary
    /// How much is kept.
    let limits: ExchangeLimits
    /// Gives its exchanges their numbers.
    let numbers: ExchangeNumbers
    /// The memory that long heads are taken from.
    let memory: MemoryBudget
    /// Bytes of both directions since the last long head.
    var receivedBytes = 0
    /// Which end sends the requests, once known.
    var client: Side?
    /// Whether the server has finished its stream, or reset the connection, before the client did.
    var serverHasClosed = false
    /// The two directions, by side.
    var directions = [HTTP2Direction(), HTTP2Direction()]
    /// The streams by slot, changed in place; a free slot holds an empty stream.
    var streams: [HTTP2Stream] = []
    /// An estimate of the bytes that the heads of open streams take in memory, those left out that are taken from
    /// `memory` one by one.
    var headBytes = 0
    /// The slots of the streams whose exchanges are not completed, by stream number.
    var places: [Int: Int] = [:]
    /// The free slots.
    var slots: SlotPool
    /// Whether the contents of responses are reported.
    let responseContents: ResponseContents
    /// The numbers of streams in the order in which they were opened; those before `firstWaiting` are gone.
    var opened: [Int] = []
    /// The index in `opened` of the first stream whose exchange may not be completed.
    var firstWaiting = 0
    /// The greatest number of a stream that was opened.
    var greatestStream = 0
    /// The last stream that the server will act on, once it has said so in GOAWAY.
    var lastProcessed: Int?
    /// Whether the connection violated the protocol; the rest of it is not read.
    private(set) var isBroken = false

    /// Makes the reader of a connection whose first bytes show it to be HTTP/2.
    ///
    /// - Parameters:
    ///   - summary: the connection.
    ///   - client: the end whose next bytes are the connection preface; `nil` where the capture lacks it.
    ///   - limits: how much is kept.
    ///   - numbers: gives its exchanges their numbers.
    ///   - memory: the memory that long heads are taken from.
    ///   - slots: gives its exchanges their slots.
    ///   - responseContents: of which responses the contents are reported.
    init(
        _ summary: ConnectionSummary,
        client: Side?,
        limits: ExchangeLimits,
        numbers: ExchangeNumbers,
        memory: MemoryBudget,
        slots: SlotPool = SlotPool(),
        responseContents: ResponseContents
    ) {
        self.summary = summary
        self.limits = limits
        self.numbers = numbers
        self.memory = memory
        self.client = client
        self.slots = slots
        self.responseContents = responseContents
        if let client {
            directions[Int(client.rawValue)].prefaceRemaining = HTTP2Preface.bytes.count
        } else if !summary.sawHandshake {
            for index in directions.indices { directions[index].hpack.forget() }
        }
    }

    /// Makes the reader of a connection that was upgraded (RFC 7540 §3.2): `entry` is the exchange on stream 1.
    init(
        upgrading entry: PendingExchange,
        of summary: ConnectionSummary,
        client: Side,
        limits: ExchangeLimits,
        numbers: ExchangeNumbers,
        memory: MemoryBudget,
        slots: SlotPool,
        responseContents: ResponseContents
    ) {
        self.init(
            summary,
            client: client,
            limits: limits,
            numbers: numbers,
            memory: memory,
            slots: slots,
            responseContents: responseContents
        )
        let field = entry.exchange.request?.head.fields.value(named: "http2-settings")
        if let field {
            directions[Int(client.rawValue)].settings.read(base64URL: field)
            directions[Int(client.other.rawValue)].hpack.allow(
                directions[Int(client.rawValue)].settings.tableCapacity
            )
        }
        open(HTTP2Stream(number: 1, entry: entry))
    }

    /// The number of the exchange of a stream, by its number; `nil` for one that has none, or is completed.
    func exchange(ofStream stream: Int) -> Int? { places[stream].map { streams[$0].entry.id.number } }

    /// The responses whose contents have not ended.
    var unfinishedResponses: [UnfinishedMessage] {
        // By their indices: a stream takes much copying.
        streams.indices.filter { streams[$0].response.isOpen }.map { index in
            UnfinishedMessage(
                exchange: streams[index].entry.id.number,
                role: .response,
                receivedBytes: streams[index].response.draft.content.bodyLength,
                declaredLength: streams[index].response.draft.head.declaredLength
            )
        }
    }

    /// An estimate of the bytes that the connection takes in memory, the contents of messages left out.
    var memoryBytes: Int {
        mutating get {
            var bytes =
                MemoryLayout<Self>.stride
                + ArrayGrowth.bytes(streams.count, stride: MemoryLayout<HTTP2Stream>.stride) + headBytes
            for index in directions.indices { bytes += directions[index].memoryBytes }
            return bytes
        }
    }

    /// The next bytes of a stream arrived.
    mutating func receive(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        let index = Int(side.rawValue)
        guard !isBroken, bytes.byteCount > 0 else { return }
        // The preface's first byte begins no frame: it would be longer than any.
        if client == nil, !directions[index].hasBytes, bytes.byte(0) == 0x50 {
            expectPreface(from: side)
        }
        directions[index].hasBytes = true
        receivedBytes += bytes.byteCount
        guard directions[index].search == nil else {
            guard directions[index].search?.find(bytes, origin) == true,
                let found = directions[index].search.take()
            else { return }
            for piece in found.rest() {
                receive(piece.bytes.span.bytes, from: side, piece.origin, &handler)
            }
            return
        }
        var position = 0
        guard passPreface(bytes, from: &position, index) else {
            return fail(.preface, origin, &handler)
        }
        while !isBroken {
            switch directions[index].frameReader.step(bytes, from: &position, base: origin.offset) {
            case .moreNeeded: return
            case .header(let header):
                let start = origin.moved(by: position - HTTP2FrameHeader.length)
                begin(header, from: side, start, &handler)
            case .payload(let range):
                takePayload(
                    bytes.extracting(range),
                    from: side,
                    origin.moved(by: range.lowerBound),
                    &handler
                )
            case .end(let header): end(header, from: side, origin.moved(by: position), &handler)
            }
        }
    }

    /// The next bytes of a stream are missing.
    mutating func miss(
        _ length: Int,
        from side: Side,
        cause: GapCause,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        let index = Int(side.rawValue)
        guard !isBroken, length > 0 else { return }
        let remaining = directions[index].frameReader.remaining
        let isData = directions[index].frameReader.header?.kind == .data
        if isData { missContent(min(length, remaining), from: side, cause: cause, origin, &handler) }
        guard directions[index].frameReader.skip(length) else {
            return loseFrames(from: side, frame: origin.frame, &handler)
        }
        guard !isData else { return }
        // Bytes of a header block or of settings before the gap are still read.
        directions[index].block?.hasGap = true
        directions[index].contentRemaining = 0
    }

    /// Frames of a side are missing: gives up what depends on them, and looks for the next frame.
    mutating func loseFrames(from side: Side, frame: Int?, _ handler: inout some ExchangeEventHandler) {
        let index = Int(side.rawValue)
        closeMessages(from: side, .captureEnded, &handler)
        if directions[index].search == nil {
            handler.handle(.diagnostic(.framesLost, frame: frame))
        }
        directions[index].hasBytes = true
        directions[index].lose()
    }

    /// A stream has ended.
    mutating func end(
        _ end: StreamEnd,
        from side: Side,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard !isBroken, !directions[Int(side.rawValue)].hasEnded else { return }
        let completion: MessageCompletion =
            switch end {
            case .finished: .closedEarly
            case .reset: .reset
            case .captureEnded, .replaced, .limit: .captureEnded
            }
        closeMessages(from: side, completion, &handler)
        directions[Int(side.rawValue)].hasEnded = true
        if side == client?.other, completion != .captureEnded { serverHasClosed = true }
        settleAll(&handler)
    }

    /// Nothing more of the connection follows.
    mutating func close(_ handler: inout some ExchangeEventHandler) {
        for side in [Side.initiator, .responder] { end(.captureEnded, from: side, &handler) }
    }

    /// The connection violates the protocol: the rest of it is not read.
    mutating func fail(
        _ error: HTTP2Error,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        close(&handler)
        isBroken = true
        handler.handle(.diagnostic(.http2Error(error), frame: origin.frame))
        handler.handle(.opaque(.brokenHTTP2, frame: origin.frame))
    }

    /// The role of a side's messages; `nil` before either side was recognised.
    mutating func role(of side: Side) -> MessageRole? {
        client.map { $0 == side ? .request : .response }
    }

    /// The other side spoke first, and this side's bytes begin with the preface.
    private mutating func expectPreface(from side: Side) {
        client = side
        directions[Int(side.rawValue)].prefaceRemaining = HTTP2Preface.bytes.count
        for index in directions.indices where !directions[index].hasBytes {
            directions[index].hpack = HPACKDecoder()
        }
    }

    /// Skips the preface; returns false where other bytes are in its place.
    private mutating func passPreface(_ bytes: RawSpan, from position: inout Int, _ index: Int) -> Bool {
        let preface = HTTP2Preface.bytes
        while directions[index].prefaceRemaining > 0, position < bytes.byteCount {
            let expected = preface[preface.count - directions[index].prefaceRemaining]
            guard bytes.byte(position) == expected else { return false }
            directions[index].prefaceRemaining -= 1
            position += 1
        }
        return true
    }
}
