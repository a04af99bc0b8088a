import Bytes
import CaptureSources

/// One direction of a connection: puts its segments in order, and reports gaps (RFC 9293 §3.10.7.4).
/// ```
///            delivered           gap         waiting        gap   waiting
///   ├─────────────────────────┤············├────────────┤·········├────────┤
///   0                     nextOffset     held.firstOffset
/// ```
/// A segment that comes in order is delivered without a copy; only others are copied.
struct TCPStream {
    /// How much is known of the stream's sequence numbers.
    enum Phase: UInt8 {
        /// No segment with a usable sequence number was seen.
        case unknown
        /// The SYN was not captured, and the first segments wait in case an earlier one follows.
        case starting
        /// The next byte's sequence number is known.
        case open
        /// Nothing more is delivered.
        case ended
    }

    /// Which stream this is, and how many packets its connection has had.
    struct Place {
        /// The connection's number.
        var connection: Int
        /// The sender of the stream.
        var side: Side
        /// How many packets the connection has had.
        var packetCount: Int
    }

    /// How far two sequence numbers of one stream can be apart, in bytes: the largest window (RFC 7323 §2.3).
    static let largestWindow = 1 << 30

    /// How much is known of the stream's sequence numbers.
    var phase = Phase.unknown
    /// The sequence number of the stream's first byte; meaningless while ``phase`` is unknown.
    var firstNumber = SequenceNumber(0)
    /// The sequence number of the next byte to deliver.
    var nextNumber = SequenceNumber(0)
    /// The offset of the next byte to deliver.
    var nextOffset = 0
    /// Subtracted from offsets before they are reported: the offset of the first byte, where segments arrived
    /// that precede the one seen first.
    var origin = 0
    /// The offset after the last byte that the other side has acknowledged; `Int.min` before the first.
    var acknowledged = Int.min
    /// The segments that wait for bytes before them.
    var held = OutOfOrderQueue()
    /// What packets carried and the capture cut off, as far as it may still be sent again.
    var cut = CutRanges()
    /// The offset after the last byte that the other side has offered to take; `Int.min` before the first.
    var windowEnd = Int.min
    /// The offset of the FIN; `Int.max` while none was seen.
    var finOffset = Int.max
    private var finFrame = 0
    private var finTime: Timestamp?
    /// The connection's count of packets when the FIN came.
    private(set) var finArrival = 0

    /// Whether bytes or a FIN wait for bytes before them.
    var isWaiting: Bool { isHolding || (finOffset != .max && phase != .ended) }
    /// Whether bytes, or the places of such that were cut off, are kept.
    var isHolding: Bool { !held.isEmpty || !cut.isEmpty }
    /// Whether any byte was delivered or waits.
    var hasBytes: Bool { nextOffset != origin || isHolding }

    /// Whether it is open, nothing waits, and its end was not seen.
    var isInOrder: Bool { phase == .open && !isHolding && finOffset == .max }

    /// Whether the bytes of a segment, all of which were captured, are the next ones; so is none.
    func continues(with segment: TCPSegment, _ payload: RawSpan) -> Bool {
        payload.isEmpty || segment.sequence == nextNumber
    }

    /// Whether a SYN before `number` can be that of this stream.
    func mayBegin(at number: SequenceNumber, _ limits: ReassemblyLimits) -> Bool {
        switch phase {
        case .unknown: true
        case .starting:
            number.distance(from: nextNumber) >= -limits.bytesBeforeStart
                && number.distance(from: nextNumber) <= firstWaiting
        case .open, .ended: number == firstNumber
        }
    }

    /// Whether a SYN with ACK that acknowledges `number` can answer the SYN of this stream, which may have
    /// carried data (RFC 7413).
    func isOpened(by number: SequenceNumber) -> Bool {
        phase != .unknown && (0...65_535).contains(number.distance(from: firstNumber))
    }

    /// Sets the number of the first byte, from a SYN or from the acknowledgement of one.
    mutating func begin(
        at number: SequenceNumber,
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        switch phase {
        case .starting:
            guard mayBegin(at: number, budget.limits) else { return }
            nextOffset = number.distance(from: nextNumber)
            origin = nextOffset
            phase = .open
        case .unknown: phase = .open
        case .open where !hasBytes && finOffset == .max: break
        case .open, .ended: return
        }
        firstNumber = number
        nextNumber = number
        drain(place, &budget, consumer)
    }

    /// Notes what the other side has received and offers to take.
    ///
    /// - Parameters:
    ///   - number: that of the next byte that the other side expects.
    ///   - window: how many bytes from there on it takes.
    ///   - place: which stream this is.
    ///   - budget: accounts for the memory of waiting segments.
    ///   - consumer: receives the stream.
    mutating func acknowledge(
        _ number: SequenceNumber,
        window: Int,
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        let distance = number.distance(from: nextNumber)
        guard phase == .open || phase == .starting, distance < Self.largestWindow else { return }
        acknowledged = max(acknowledged, nextOffset + distance)
        windowEnd = max(windowEnd, nextOffset + distance + window)
        if phase == .starting, acknowledged > firstWaiting { open(place, &budget, consumer) }
    }

    /// Reads a segment of the stream.
    mutating func receive(
        _ segment: TCPSegment,
        _ payload: RawSpan,
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        let length = payload.byteCount + segment.missingLength
        let number = segment.control.contains(.syn) ? segment.sequence.advanced(by: 1) : segment.sequence
        if phase == .unknown { start(at: number, length: length, payload, segment) }
        guard phase == .open || phase == .starting else { return }
        let distance = number.distance(from: nextNumber)
        if segment.control.contains(.fin) { noteFin(segment, at: nextOffset + distance + length, place) }
        if length > 0 {
            let isNext = distance == 0 && held.isEmpty && segment.missingLength == 0 && phase == .open
            if isNext, nextOffset + length <= finOffset {
                deliver(payload, frame: segment.frame, time: segment.time, place, consumer)
                if !cut.isEmpty { forgetPassedCuts(&budget) }
            } else {
                arrange(segment, payload, distance: distance, place, &budget, consumer)
            }
        }
        if finOffset <= nextOffset { close(place, &budget, consumer) }
    }

    /// Delivers all that waits, gaps included, and ends the stream.
    ///
    /// - Parameters:
    ///   - end: the reason; a FIN that waited for missing bytes ends the stream all the same.
    ///   - frame: the frame at which it ends.
    ///   - time: when that frame was captured.
    ///   - place: which stream this is.
    ///   - budget: accounts for the memory of waiting segments.
    ///   - consumer: receives the stream.
    mutating func finish(
        _ end: StreamEnd,
        frame: Int,
        time: Timestamp?,
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        guard phase != .ended else { return }
        if phase == .starting { open(place, &budget, consumer) }
        while firstWaiting != .max {
            let isLimit = end == .limit && acknowledged < firstWaiting
            giveUpFirst(isLimit ? .limit : .notCaptured, place, &budget, consumer)
        }
        if finOffset != .max {
            close(place, &budget, consumer)
            return
        }
        // One byte acknowledged beyond what was sent is a FIN that was not captured.
        if phase == .open, acknowledged > nextOffset + 1 {
            miss(until: acknowledged, .notCaptured, frame: frame, place, &budget, consumer)
        }
        discard(&budget)
        let origin = ByteOrigin(offset: nextOffset - origin, frame: frame, time: time)
        consumer.ended(end, from: place.side, origin)
    }
}

extension TCPStream {
    /// Begins a stream whose SYN was not captured.
    private mutating func start(
        at number: SequenceNumber,
        length: Int,
        _ payload: RawSpan,
        _ segment: TCPSegment
    ) {
        guard length > 0 || segment.control.contains(.fin) else { return }
        nextNumber = number
        phase = length > 0 ? .starting : .open
        // A keep-alive probe repeats a byte as 0 (RFC 9293 §3.8.4).
        if length == 1, payload.byteCount == 1, payload.byte(at: 0) == 0 {
            nextNumber = number.advanced(by: 1)
            phase = .open
        }
        firstNumber = nextNumber
    }

    private mutating func noteFin(_ segment: TCPSegment, at offset: Int, _ place: Place) {
        let isPlausible =
            phase == .starting || (nextOffset...(nextOffset + Self.largestWindow)).contains(offset)
        guard finOffset == .max, isPlausible else { return }
        finOffset = offset
        finFrame = segment.frame
        finTime = segment.time
        finArrival = place.packetCount
    }

    /// Ends the stream at its FIN.
    mutating func close(
        _ place: Place,
        _ budget: inout ReassemblyBudget,
        _ consumer: any StreamConsumer
    ) {
        guard phase == .open else { return }
        if nextOffset < finOffset {
            miss(until: finOffset, .notCaptured, frame: finFrame, place, &budget, consumer)
        }
        discard(&budget)
        let origin = ByteOrigin(offset: nextOffset - origin, frame: finFrame, time: finTime)
        consumer.ended(.finished, from: place.side, origin)
    }

    private mutating func discard(_ budget: inout ReassemblyBudget) {
        phase = .ended
        budget.hold(-held.cost - cut.cost)
        held = OutOfOrderQueue()
        cut = CutRanges()
    }

    /// Delivers the next bytes.
    mutating func deliver(
        _ bytes: RawSpan,
        frame: Int,
        time: Timestamp?,
        _ place: Place,
        _ consumer: any StreamConsumer
    ) {
        guard !bytes.isEmpty else { return }
        let offset = nextOffset - origin
        nextOffset += bytes.byteCount
        nextNumber = nextNumber.advanced(by: bytes.byteCount)
        consumer.received(bytes, from: place.side, ByteOrigin(offset: offset, frame: frame, time: time))
    }
}
