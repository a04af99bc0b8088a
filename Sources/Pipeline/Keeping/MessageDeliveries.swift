import Bytes
import Exchanges

/// When the bytes of a message were delivered: a delivery is what one packet, or one record of TLS, carried.
package struct MessageDeliveries: Sendable {
    /// Whether the offsets count in the content alone, as in HTTP/2, and not in the whole message as on the wire.
    package let isOfContent: Bool
    /// Offset → nanoseconds of its delivery.
    private let times: RunMap
    /// What is ahead of the offsets in `times`.
    private let base: Int
    /// When the message began, in nanoseconds.
    private let start: Int

    /// Makes the deliveries of a message; `nil` where it is not known when it began.
    init?(_ times: RunMap, base: Int, startingAt start: Timestamp?, isOfContent: Bool) {
        guard let start, !times.isEmpty else { return nil }
        self.times = times
        self.base = base
        self.start = Int(start.nanoseconds)
        self.isOfContent = isOfContent
    }

    /// The delivery that carried a byte: the nanoseconds from the beginning of the message until it came, and the offset
    /// after its last byte; `nil` where that is not known.
    package func delivery(at offset: Int) -> (time: Int, end: Int)? {
        guard let run = times.run(at: base + offset) else { return nil }
        return (max(run.value - start, 0), run.range.upperBound - base)
    }
}

/// When the bytes of a connection's streams, and of contents that stand in frames, were delivered.
struct DeliveryLog: Sendable {
    /// Stream offset → nanoseconds, for each side.
    private var streams: [RunMap?] = [nil, nil]
    /// Content offset → nanoseconds, by the places of exchanges.
    private var contents: [Int: RunMap] = [:]
    /// When the bytes came that are being read.
    private var latest: Timestamp?

    /// Makes an empty log.
    init() {}

    /// Notes the next bytes of a stream.
    mutating func received(_ count: Int, from side: Side, at offset: Int, _ time: Timestamp?) {
        latest = time
        guard let time else { return }
        let index = Int(side.rawValue)
        // The map has no gaps: after one it begins anew, and a message with a gap is not sent again.
        if streams[index]?.endOffset != offset { streams[index] = RunMap(startOffset: offset) }
        streams[index]?.append(length: count, value: Int(time.nanoseconds))
    }

    /// Notes the next bytes of the content of a request, which came with those of the stream that were noted last.
    mutating func content(_ count: Int, in slot: Int) {
        guard let latest else { return }
        contents[slot, default: RunMap()].append(length: count, value: Int(latest.nanoseconds))
    }

    /// The deliveries of a request that is complete, which are forgotten here.
    mutating func taken(
        of request: Message,
        isOnWire: Bool,
        from side: Side?,
        in slot: Int
    ) -> MessageDeliveries? {
        let content = contents.removeValue(forKey: slot)
        guard let side, let stream = streams[Int(side.rawValue)] else { return nil }
        let start = request.head.startLineOffset
        let end = request.end + request.content.excessLength
        // What follows belongs to other requests, of which none may have begun.
        if !isOnWire || stream.endOffset <= end { streams[Int(side.rawValue)] = nil }
        guard isOnWire else {
            return content.flatMap {
                MessageDeliveries($0, base: 0, startingAt: request.arrival.startedAt, isOfContent: true)
            }
        }
        guard let first = stream.run(at: start)?.value else { return nil }
        return MessageDeliveries(
            stream,
            base: start,
            startingAt: Timestamp(nanoseconds: Int64(first)),
            isOfContent: false
        )
    }
}
