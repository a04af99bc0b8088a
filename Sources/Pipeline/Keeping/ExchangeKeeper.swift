import Bytes
package import CaptureSources
import Connections
import Exchanges

/// Keeps the bytes of exchanges while a capture is read, for those who write them anew: whole messages of HTTP/1 as
/// they were on the wire, and contents without their framing.
///
/// Memory does not grow with bodies: their bytes are in a file without a name. The bytes of a stream are put by before
/// it is known whether they are wanted, because the place of an exchange in it is known only at its end.
package final class ExchangeKeeper {
    private struct StreamKey: Hashable {
        var connection: Int
        var side: Side
    }

    private struct ContentKey: Hashable {
        var exchange: Int
        var role: MessageRole
    }

    private let spool: TrafficSpool
    /// Stream offset → how far the byte's place in the spool is ahead of it.
    private var streams: [StreamKey: RunMap] = [:]
    /// Where the last message of a stream ended.
    private var ends: [StreamKey: Int] = [:]
    private var contents: [ContentKey: SpooledBytes] = [:]
    private var kept: [Int: KeptExchange] = [:]

    /// What stands for the place of bytes that the capture lacks, before the number of the cause.
    private static let gap = Int.min
    private static let causes: [GapCause] = [.notCaptured, .snapLength, .limit, .notDecrypted]

    /// Makes a keeper of nothing.
    package init() throws(ByteSource.Failure) {
        spool = try TrafficSpool()
    }

    /// Why bytes could not be kept, where that happened; nothing is complete then.
    package var failure: ByteSource.Failure? { spool.failure }

    /// Takes what is kept of an exchange, which must have been handed on; it is not kept any more.
    package func take(_ exchange: Int) -> KeptExchange? { kept.removeValue(forKey: exchange) }

    // MARK: Streams

    /// Keeps the next bytes of a stream.
    func received(_ bytes: RawSpan, on connection: Int, from side: Side, at offset: Int) {
        let key = StreamKey(connection: connection, side: side)
        streams[key, default: RunMap(startOffset: offset)]
            .append(length: bytes.byteCount, value: spool.end - offset)
        spool.append(bytes)
    }

    /// Notes that the next bytes of a stream are missing.
    func missed(_ length: Int, _ cause: GapCause, on connection: Int, from side: Side, at offset: Int) {
        let key = StreamKey(connection: connection, side: side)
        let value = Self.gap + Int(cause.rawValue)
        streams[key, default: RunMap(startOffset: offset)].append(length: length, value: value)
    }

    /// Lets go of the places of a connection of which nothing more follows.
    func closed(_ connection: Int) {
        for side in [Side.initiator, .responder] {
            streams[StreamKey(connection: connection, side: side)] = nil
            ends[StreamKey(connection: connection, side: side)] = nil
        }
    }

    // MARK: Contents

    /// Learns of a message whose content follows.
    ///
    /// The content of one that came over a wire of its own, and not in chunks, is found there, and not kept twice.
    func began(_ exchange: Int, _ role: MessageRole, _ state: borrowing Exchange) {
        let message = role == .request ? state.request : state.response
        guard let message, state.clientSide == nil || !message.isContentContiguous else { return }
        contents[ContentKey(exchange: exchange, role: role)] = SpooledBytes(in: spool)
    }

    /// Keeps the next bytes of a message's content.
    func content(_ bytes: RawSpan, of exchange: Int, _ role: MessageRole) {
        let key = ContentKey(exchange: exchange, role: role)
        guard contents[key] != nil else { return }
        let place = spool.end..<(spool.end + bytes.byteCount)
        spool.append(bytes)
        contents[key]?.add(place)
    }

    /// Notes that the next bytes of a message's content are missing.
    func gap(_ length: Int, _ cause: GapCause, of exchange: Int, _ role: MessageRole) {
        contents[ContentKey(exchange: exchange, role: role)]?.addMissing(length, cause)
    }

    /// The content of the request of an exchange of which nothing more follows.
    func requestContent(of number: Int, _ exchange: borrowing Exchange) -> SpooledBytes {
        guard let request = exchange.request else { return SpooledBytes(in: spool) }
        return content(of: number, .request, request, exchange, from: exchange.clientSide)
    }

    /// Puts together what is kept of an exchange of which nothing more follows.
    ///
    /// - Parameters:
    ///   - number: the exchange's number.
    ///   - exchange: the exchange, its maps included.
    ///   - plan: what of it is replaced by fill; `nil` where nothing is.
    func completed(_ number: Int, _ exchange: borrowing Exchange, _ plan: RedactionPlan?) {
        var result = KeptExchange()
        if let request = exchange.request {
            let wire = wire(of: request, exchange, from: exchange.clientSide)
            result.request = KeptMessage(
                content: content(of: number, .request, request, exchange, from: exchange.clientSide),
                wire: wire
            )
        }
        if let response = exchange.response {
            let server = exchange.clientSide?.other
            if !exchange.informational.isEmpty, response.http2 == nil, let server {
                let key = StreamKey(connection: exchange.connectionKey, side: server)
                let start = ends[key] ?? streams[key]?.startOffset ?? 0
                if start < response.startLineOffset {
                    result.interim = bytes(of: key, start..<response.startLineOffset)
                }
            }
            let wire = wire(of: response, exchange, from: server)
            result.response = KeptMessage(
                content: content(of: number, .response, response, exchange, from: server),
                wire: wire
            )
        }
        result.request?.addUnkept(exchange.request)
        result.response?.addUnkept(exchange.response)
        contents[ContentKey(exchange: number, role: .request)] = nil
        contents[ContentKey(exchange: number, role: .response)] = nil
        plan?.apply(to: &result, exchange)
        kept[number] = result
    }

    /// The content of a message: kept by itself, or found in its stream.
    private func content(
        of number: Int,
        _ role: MessageRole,
        _ message: Message,
        _ exchange: borrowing Exchange,
        from side: Side?
    ) -> SpooledBytes {
        if let content = contents[ContentKey(exchange: number, role: role)] { return content }
        guard let side, message.isContentContiguous else { return SpooledBytes(in: spool) }
        let key = StreamKey(connection: exchange.connectionKey, side: side)
        let end = message.contentStart + message.wireLength
        return bytes(of: key, message.contentStart..<end) ?? SpooledBytes(in: spool)
    }

    /// A message of HTTP/1 as it was on the wire.
    private func wire(of message: Message, _ exchange: borrowing Exchange, from side: Side?) -> SpooledBytes?
    {
        guard let side, message.http2 == nil else { return nil }
        let key = StreamKey(connection: exchange.connectionKey, side: side)
        let end = message.contentStart + message.wireLength + message.excessLength
        ends[key] = end
        guard end > message.startLineOffset else { return nil }
        return bytes(of: key, message.startLineOffset..<end)
    }

    private func bytes(of key: StreamKey, _ range: Range<Int>) -> SpooledBytes? {
        guard let map = streams[key] else { return nil }
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
        content.addMissing(message.bodyLength, .notCaptured)
    }
}

extension Message {
    /// Whether the bytes of the content stand in the stream one after another, with nothing between them.
    fileprivate var isContentContiguous: Bool { http2 == nil && framing != .chunked }
}
