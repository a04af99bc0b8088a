import Bytes
import Exchanges

/// Keeps the bytes of a connection's messages for those who write them anew: whole messages of HTTP/1 as they were on
/// the wire, and contents without their framing.
///
/// Memory does not grow with bodies: their bytes are in a spool. The bytes of a stream are kept before it is known
/// whether they are wanted, because the place of an exchange in it is known only at its end.
struct MessageKeeper: Sendable {
    private struct ContentKey: Hashable {
        var slot: Int
        var role: MessageRole
    }

    private let spool: TrafficSpool
    /// Stream offset → how far the byte's place in the spool is ahead of it, for each side.
    private var streams: [RunMap?] = [nil, nil]
    /// Where the last message of each side ended.
    private var ends: [Int?] = [nil, nil]
    private var contents: [ContentKey: SpooledBytes] = [:]
    /// When the bytes were delivered; `nil` where that is not wanted.
    private var times: DeliveryLog?
    /// Whether the bytes are those of raw requests.
    private var isRaw = false

    /// What stands for the place of bytes that the capture lacks, before the number of the cause.
    private static let gap = Int.min
    private static let causes: [GapCause] = [.notCaptured, .snapLength, .limit, .notDecrypted]

    /// Makes a keeper of nothing.
    ///
    /// - Parameters:
    ///   - spool: keeps the bytes.
    ///   - keepsTimes: whether it is kept when they were delivered.
    init(_ spool: TrafficSpool, keepsTimes: Bool = false) {
        self.spool = spool
        times = keepsTimes ? DeliveryLog() : nil
    }

    // MARK: Streams

    /// Keeps the next bytes of a stream.
    mutating func received(_ bytes: RawSpan, from side: Side, at offset: Int, _ time: Timestamp?) {
        times?.received(bytes.byteCount, from: side, at: offset, time)
        append(length: bytes.byteCount, value: spool.end - offset, to: side, at: offset)
        spool.append(bytes)
    }

    /// Begins with a raw request that came over no connection: in a file, or in a log.
    mutating func beginRaw() {
        streams[Int(Side.initiator.rawValue)] = RunMap()
        isRaw = true
    }

    /// Keeps the next bytes of a raw request.
    mutating func receivedRaw(_ bytes: RawSpan) {
        let end = streams[Int(Side.initiator.rawValue)]?.endOffset ?? 0
        append(length: bytes.byteCount, value: spool.end - end, to: .initiator, at: end)
        spool.append(bytes)
    }

    /// Notes that the next bytes of a stream are missing.
    mutating func missed(_ length: Int, _ cause: GapCause, from side: Side, at offset: Int) {
        append(length: length, value: Self.gap + Int(cause.rawValue), to: side, at: offset)
    }

    private mutating func append(length: Int, value: Int, to side: Side, at offset: Int) {
        let index = Int(side.rawValue)
        if streams[index] == nil { streams[index] = RunMap(startOffset: offset) }
        streams[index]?.append(length: length, value: value)
    }

    // MARK: Contents

    /// Learns of a message whose content follows.
    ///
    /// The content of one that came over a wire of its own, and not in chunks, is found there, and not kept twice.
    mutating func began(_ exchange: ExchangeID, _ role: MessageRole, _ head: MessageHead, isOnWire: Bool) {
        guard !isOnWire || !head.isContentContiguous else { return }
        contents[ContentKey(slot: exchange.slot, role: role)] = SpooledBytes(in: spool)
    }

    /// Keeps the next bytes of a message's content.
    mutating func content(_ bytes: RawSpan, of exchange: ExchangeID, _ role: MessageRole) {
        let key = ContentKey(slot: exchange.slot, role: role)
        guard contents[key] != nil else { return }
        if role == .request { times?.content(bytes.byteCount, in: exchange.slot) }
        let place = spool.end..<(spool.end + bytes.byteCount)
        spool.append(bytes)
        contents[key]?.add(place)
    }

    /// Notes that the next bytes of a message's content are missing.
    mutating func gap(_ length: Int, _ cause: GapCause, of exchange: ExchangeID, _ role: MessageRole) {
        contents[ContentKey(slot: exchange.slot, role: role)]?.addMissing(length, cause)
    }

    /// Puts together what is kept of an exchange of which nothing more follows.
    mutating func completed(_ id: ExchangeID, _ exchange: borrowing Exchange) -> KeptExchange {
        var result = KeptExchange()
        if let request = exchange.request {
            let wire = wire(of: request, from: exchange.clientSide ?? rawSide(of: request))
            let content = content(of: id, .request, request, from: exchange.clientSide)
            result.request = KeptMessage(content: content, wire: wire)
            result.request?.deliveries = times?.taken(
                of: request,
                isOnWire: wire != nil,
                from: exchange.clientSide,
                in: id.slot
            )
        }
        if let response = exchange.response {
            let server = exchange.clientSide?.other
            if !exchange.informational.isEmpty, response.http2 == nil, let server {
                let index = Int(server.rawValue)
                let start = ends[index] ?? streams[index]?.startOffset ?? 0
                if start < response.head.startLineOffset {
                    result.interim = bytes(from: server, start..<response.head.startLineOffset)
                }
            }
            let wire = wire(of: response, from: server)
            let content = content(of: id, .response, response, from: server)
            result.response = KeptMessage(content: content, wire: wire)
        }
        result.request?.addUnkept(exchange.request)
        result.response?.addUnkept(exchange.response)
        contents[ContentKey(slot: id.slot, role: .request)] = nil
        contents[ContentKey(slot: id.slot, role: .response)] = nil
        return result
    }

    /// The stream of a raw request that can be sent as it stands: one of HTTP/1, of which the length is known.
    private func rawSide(of request: Message) -> Side? {
        let isFramed = request.head.framing != .bare || request.content.bodyLength == 0
        return isRaw && isFramed && request.head.version.hasPrefix("HTTP/1.") ? .initiator : nil
    }

    /// The content of a message: kept by itself, or found in its stream.
    private func content(
        of id: ExchangeID,
        _ role: MessageRole,
        _ message: Message,
        from side: Side?
    ) -> SpooledBytes {
        if let content = contents[ContentKey(slot: id.slot, role: role)] { return content }
        guard let side, message.head.isContentContiguous, message.http2 == nil else {
            return SpooledBytes(in: spool)
        }
        let start = message.head.contentStart
        return bytes(from: side, start..<(start + message.content.wireLength)) ?? SpooledBytes(in: spool)
    }

    /// A message of HTTP/1 as it was on the wire.
    private mutating func wire(of message: Message, from side: Side?) -> SpooledBytes? {
        guard let side, message.http2 == nil else { return nil }
        let end = message.end + message.content.excessLength
        ends[Int(side.rawValue)] = end
        guard end > message.head.startLineOffset else { return nil }
        return bytes(from: side, message.head.startLineOffset..<end)
    }

    private func bytes(from side: Side, _ range: Range<Int>) -> SpooledBytes? {
        guard let map = streams[Int(side.rawValue)] else { return nil }
        var result = SpooledBytes(in: spool)
        var offset = range.lowerBound
        while offset < range.upperBound, let run = map.run(at: offset) {
            let end = min(run.range.upperBound, range.upperBound)
            let number = run.value &- Self.gap
            if Self.causes.indices.contains(number) {
                result.addMissing(end - offset, Self.causes[number])
            } else {
                result.add((offset + run.value)..<(end + run.value))
            }
            offset = end
        }
        return result
    }
}

extension KeptMessage {
    /// Adds as a gap what a log counted and did not keep.
    fileprivate mutating func addUnkept(_ message: Message?) {
        guard let message, wire == nil, content.count == 0 else { return }
        content.addMissing(message.content.bodyLength, .notCaptured)
    }
}

extension MessageHead {
    /// Whether the bytes of the content stand in the stream one after another, with nothing between them.
    fileprivate var isContentContiguous: Bool { framing != .h2Data && framing != .chunked }
}
