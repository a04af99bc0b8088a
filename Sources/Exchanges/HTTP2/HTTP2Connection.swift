import Bytes
import Connections

/// A connection that speaks HTTP/2: its frames, streams, and the exchanges on them (RFC 9113).
/// ```
///   bytes ─► frames ─┬─► header blocks ─► HPACK ─► heads, trailers ─┐
///   (each side)      ├─► DATA ─────────────────► content, streamed ─┼─► exchange of the stream
///                    └─► SETTINGS, RST_STREAM … ────────────────────┘
/// ```
/// An object, for it is changed in its place by every frame, and a connection of HTTP/1 has none.
final class HTTP2Connection {
    /// The connection.
    let summary: ConnectionSummary
    /// How much is kept.
    let limits: ExchangeLimits
    /// The numbers that its exchanges get.
    let numbers: ExchangeNumbers
    /// Which end sends the requests, once known.
    var client: Side?
    /// The two directions, by side.
    var halves = [HTTP2Direction(), HTTP2Direction()]
    /// The streams whose exchanges are not handed on, by number.
    var streams: [Int: HTTP2Stream] = [:]
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
    init(_ summary: ConnectionSummary, client: Side?, limits: ExchangeLimits, numbers: ExchangeNumbers) {
        self.summary = summary
        self.limits = limits
        self.numbers = numbers
        self.client = client
        if let client {
            halves[Int(client.rawValue)].prefaceRemaining = HTTP2Preface.bytes.count
        } else if !summary.sawHandshake {
            for index in halves.indices { halves[index].hpack.forget() }
        }
    }

    /// Makes the reader of a connection that was upgraded (RFC 7540 §3.2): `entry` is the exchange on stream 1.
    convenience init(
        upgrading entry: PendingExchange,
        of summary: ConnectionSummary,
        client: Side,
        limits: ExchangeLimits,
        numbers: ExchangeNumbers
    ) {
        self.init(summary, client: client, limits: limits, numbers: numbers)
        let field = entry.exchange.request?.fields.value(named: "http2-settings")
        if let field {
            halves[Int(client.rawValue)].settings.read(base64URL: field)
            halves[Int(client.other.rawValue)].hpack.allow(
                halves[Int(client.rawValue)].settings.tableCapacity
            )
        }
        open(HTTP2Stream(number: 1, entry: entry))
    }

    /// The next bytes of a stream arrived.
    func receive(
        _ bytes: RawSpan,
        from side: Side,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        let index = Int(side.rawValue)
        guard !isBroken, bytes.byteCount > 0 else { return }
        // No frame is as long as one that would begin with this byte, the preface's first.
        if client == nil, !halves[index].hasBytes, bytes.byte(0) == 0x50 {
            expectPreface(from: side)
        }
        halves[index].hasBytes = true
        guard halves[index].search == nil else {
            guard halves[index].search?.find(bytes, delivery) == true,
                let found = halves[index].search.take()
            else { return }
            for piece in found.rest() {
                receive(piece.bytes.span.bytes, from: side, piece.delivery, &handler)
            }
            return
        }
        var position = 0
        guard passPreface(bytes, from: &position, index) else {
            return fail(.preface, delivery, &handler)
        }
        while !isBroken {
            switch halves[index].frames.step(bytes, from: &position, base: delivery.base) {
            case .moreNeeded: return
            case .header(let header):
                let start = delivery.moved(by: position - HTTP2FrameHeader.length)
                begin(header, from: side, start, &handler)
            case .payload(let range):
                takePayload(
                    bytes.extracting(range),
                    from: side,
                    delivery.moved(by: range.lowerBound),
                    &handler
                )
            case .end(let header): end(header, from: side, delivery.moved(by: position), &handler)
            }
        }
    }

    /// The next bytes of a stream are missing.
    func miss(
        _ length: Int,
        from side: Side,
        cause: GapCause,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        let index = Int(side.rawValue)
        guard !isBroken, length > 0 else { return }
        let remaining = halves[index].frames.remaining
        let isData = halves[index].frames.header?.kind == .data
        if isData { missContent(min(length, remaining), from: side, cause: cause, delivery, &handler) }
        guard halves[index].frames.skip(length) else {
            return loseFrames(from: side, frame: delivery.frame ?? 0, &handler)
        }
        guard !isData else { return }
        // Of a header block or of settings, what came before the gap is read.
        halves[index].block?.hasGap = true
        halves[index].contentRemaining = 0
    }

    /// Frames of a side are missing: what depends on them is given up, and the place looked for where they go on.
    func loseFrames(from side: Side, frame: Int, _ handler: inout some ExchangeHandler) {
        let index = Int(side.rawValue)
        closeMessages(from: side, .captureEnded, &handler)
        if halves[index].search == nil {
            handler.remark(.framesLost, connection: summary.number, frame: frame)
        }
        halves[index].hasBytes = true
        halves[index].lose()
    }

    /// A stream has ended.
    func end(
        _ end: StreamEnd,
        from side: Side,
        _ handler: inout some ExchangeHandler
    ) {
        guard !isBroken, !halves[Int(side.rawValue)].hasEnded else { return }
        let completion: MessageCompletion =
            switch end {
            case .finished: .closedEarly
            case .reset: .reset
            case .captureEnded, .replaced, .limit: .captureEnded
            }
        closeMessages(from: side, completion, &handler)
        halves[Int(side.rawValue)].hasEnded = true
        settleAll(&handler)
    }

    /// Nothing more of the connection follows.
    func close(_ handler: inout some ExchangeHandler) {
        for side in [Side.initiator, .responder] { end(.captureEnded, from: side, &handler) }
    }

    /// The connection breaks the rules of HTTP/2: the rest of it is not read.
    func fail(
        _ error: HTTP2Error,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        close(&handler)
        isBroken = true
        let frame = delivery.frame ?? 0
        handler.remark(.http2Error(error), connection: summary.number, frame: frame)
        handler.opaque(connection: summary.number, reason: .brokenHTTP2, frame: frame)
    }

    /// The role of a side's messages; `nil` before either side was understood.
    func role(of side: Side) -> MessageRole? {
        client.map { $0 == side ? .request : .response }
    }

    /// The other side spoke first, and this side's bytes begin with the preface.
    private func expectPreface(from side: Side) {
        client = side
        halves[Int(side.rawValue)].prefaceRemaining = HTTP2Preface.bytes.count
        for index in halves.indices where !halves[index].hasBytes { halves[index].hpack = HPACKDecoder() }
    }

    /// Passes over the preface; false where other bytes stand in its place.
    private func passPreface(_ bytes: RawSpan, from position: inout Int, _ index: Int) -> Bool {
        let preface = HTTP2Preface.bytes
        while halves[index].prefaceRemaining > 0, position < bytes.byteCount {
            let expected = preface[preface.count - halves[index].prefaceRemaining]
            guard bytes.byte(position) == expected else { return false }
            halves[index].prefaceRemaining -= 1
            position += 1
        }
        return true
    }
}
