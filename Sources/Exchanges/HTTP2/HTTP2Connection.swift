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
    /// The numbers that its exchanges get.
    let numbers: ExchangeNumbers
    /// Which end sends the requests, once known.
    var client: Side?
    /// The two directions, by side.
    var directions = [HTTP2Direction(), HTTP2Direction()]
    /// The streams by the places of their exchanges, changed where they lie; a free place has what it was made with.
    var streams: [HTTP2Stream] = []
    /// The places of the streams whose exchanges are not completed, by their numbers.
    var places: [Int: Int] = [:]
    /// The places that are free.
    var slots: SlotPool
    /// Whether the contents of responses are handed on.
    let wantsResponseContent: Bool
    /// The numbers of streams in the order in which they were opened; those before `firstWaiting` are gone.
    var opened: [Int] = []
    /// The place in `opened` of the first stream that may not be handed on.
    var firstWaiting = 0
    /// The greatest number of a stream that was opened.
    var greatestStream = 0
    /// The last stream that the server will act on, once it has said so in GOAWAY.
    var lastProcessed: Int?
    /// Whether the connection broke the rules of HTTP/2, and is not read any more.
    private(set) var isBroken = false

    /// Makes the reader of a connection whose first bytes show it to be HTTP/2.
    ///
    /// - Parameters:
    ///   - summary: the connection.
    ///   - client: the end whose next bytes are the connection preface; `nil` where the capture lacks it.
    ///   - limits: how much is kept.
    ///   - numbers: the numbers that its exchanges get.
    ///   - slots: the places that its exchanges get.
    ///   - wantsResponseContent: whether the contents of responses are handed on.
    init(
        _ summary: ConnectionSummary,
        client: Side?,
        limits: ExchangeLimits,
        numbers: ExchangeNumbers,
        slots: SlotPool = SlotPool(),
        wantsResponseContent: Bool
    ) {
        self.summary = summary
        self.limits = limits
        self.numbers = numbers
        self.client = client
        self.slots = slots
        self.wantsResponseContent = wantsResponseContent
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
        slots: SlotPool,
        wantsResponseContent: Bool
    ) {
        self.init(
            summary,
            client: client,
            limits: limits,
            numbers: numbers,
            slots: slots,
            wantsResponseContent: wantsResponseContent
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

    /// The next bytes of a stream arrived.
    mutating func receive(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        let index = Int(side.rawValue)
        guard !isBroken, bytes.byteCount > 0 else { return }
        // No frame is as long as one that would begin with this byte, the preface's first.
        if client == nil, !directions[index].hasBytes, bytes.byte(0) == 0x50 {
            expectPreface(from: side)
        }
        directions[index].hasBytes = true
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
        // Of a header block or of settings, what came before the gap is read.
        directions[index].block?.hasGap = true
        directions[index].contentRemaining = 0
    }

    /// Frames of a side are missing: what depends on them is given up, and the place looked for where they go on.
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
        settleAll(&handler)
    }

    /// Nothing more of the connection follows.
    mutating func close(_ handler: inout some ExchangeEventHandler) {
        for side in [Side.initiator, .responder] { end(.captureEnded, from: side, &handler) }
    }

    /// The connection breaks the rules of HTTP/2: the rest of it is not read.
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

    /// The role of a side's messages; `nil` before either side was understood.
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

    /// Passes over the preface; false where other bytes stand in its place.
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
