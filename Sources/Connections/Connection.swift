import Bytes

/// The two ends of a connection in a fixed order, so that packets of both directions have the same key.
struct ConnectionKey: Hashable {
    private var lowerHigh: UInt64
    private var lowerLow: UInt64
    private var upperHigh: UInt64
    private var upperLow: UInt64
    /// The lower end's port in the upper 16 bits, the upper end's in the lower 16.
    private var ports: UInt32
    private var isIPv6: Bool

    /// Makes the key of a segment, and says whether its sender is the lower end.
    static func of(_ segment: TCPSegment, in packet: IPPacket) -> (key: ConnectionKey, isFromLower: Bool) {
        let source = packet.source
        let destination = packet.destination
        let isFromLower =
            (source.high, source.low, segment.sourcePort)
            < (destination.high, destination.low, segment.destinationPort)
        let lower = isFromLower ? source : destination
        let upper = isFromLower ? destination : source
        let lowerPort = isFromLower ? segment.sourcePort : segment.destinationPort
        let upperPort = isFromLower ? segment.destinationPort : segment.sourcePort
        let key = ConnectionKey(
            lowerHigh: lower.high,
            lowerLow: lower.low,
            upperHigh: upper.high,
            upperLow: upper.low,
            ports: UInt32(lowerPort) << 16 | UInt32(upperPort),
            isIPv6: packet.isIPv6
        )
        return (key, isFromLower)
    }

    /// How many values ``slot`` has, a power of two.
    static let slots = 256

    /// A few bits of the ends, from 0 to ``slots`` less 1: an index into a cache, so that only speed depends
    /// on how they are distributed.
    var slot: Int {
        let mixed = (lowerLow ^ upperLow &* 3 ^ UInt64(ports)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 56)
    }

    /// One of the two ends.
    func endpoint(lower: Bool) -> Endpoint {
        Endpoint(
            addressHigh: lower ? lowerHigh : upperHigh,
            addressLow: lower ? lowerLow : upperLow,
            isIPv6: isIPv6,
            port: UInt16(truncatingIfNeeded: lower ? ports >> 16 : ports)
        )
    }
}

/// A TCP connection: its two streams and the state that they share.
struct Connection {
    /// The two ends.
    let key: ConnectionKey
    /// The number in the capture, from 1.
    let number: Int
    /// Whether the lower end of the key opened the connection.
    let isInitiatedByLower: Bool
    /// Receives the two streams.
    let consumer: any StreamConsumer
    /// Whether both streams have ended.
    private(set) var isClosed = false

    /// The next more recently used connection in the same list (open or closed); -1 for none.
    var newer: Int32 = -1
    /// The next less recently used connection in that list; -1 for none.
    var older: Int32 = -1

    private var initiator = TCPStream()
    private var responder = TCPStream()
    private var packetCount = 0

    /// Makes a connection of which no segment was taken yet.
    init(key: ConnectionKey, number: Int, isInitiatedByLower: Bool, consumer: any StreamConsumer) {
        self.key = key
        self.number = number
        self.isInitiatedByLower = isInitiatedByLower
        self.consumer = consumer
    }

    /// Whether a segment opens a new connection on the addresses and ports of this one.
    ///
    /// A repeated SYN of this connection, which may even come after data, is recognised by its sequence
    /// number.
    func isReplaced(by segment: TCPSegment, isFromLower: Bool, _ limits: ReassemblyLimits) -> Bool {
        guard segment.control.contains(.syn), !segment.control.contains(.rst) else { return false }
        let isFromInitiator = isFromLower == isInitiatedByLower
        let stream = isFromInitiator ? initiator : responder
        let other = isFromInitiator ? responder : initiator
        let isAnswer = segment.control.contains(.ack) && other.isOpened(by: segment.acknowledgement)
        if stream.mayBegin(at: segment.sequence.advanced(by: 1), limits) {
            switch stream.phase {
            case .unknown: return isClosed || (other.hasBytes && !isAnswer)
            // Windows retries a refused connection with the same sequence number.
            default: return isClosed && !isAnswer && !stream.hasBytes && !other.hasBytes
            }
        }
        // A server that keeps no state (SYN cookies) answers a repeated SYN with another sequence number.
        return isClosed || !isAnswer || stream.hasBytes
    }

    /// Takes a segment of the connection.
    mutating func receive(
        _ segment: TCPSegment,
        _ payload: RawSpan,
        isFromLower: Bool,
        _ budget: inout ReassemblyBudget
    ) {
        packetCount += 1
        guard !isClosed else { return }
        let isFromInitiator = isFromLower == isInitiatedByLower
        let from = place(isFromInitiator ? .initiator : .responder)
        let to = place(from.side.other)
        let control = segment.control
        if control.contains(.rst) {
            finish(.reset, frame: segment.frame, time: segment.time, &budget)
            return
        }
        let number = segment.sequence.advanced(by: 1)
        let acknowledgement = segment.acknowledgement
        if isFromInitiator {
            if control.contains(.syn) { initiator.begin(at: number, from, &budget, consumer) }
            if control.contains(.ack) {
                if control.contains(.syn), responder.phase == .unknown {
                    responder.begin(at: acknowledgement, to, &budget, consumer)
                }
                responder.acknowledge(acknowledgement, to, &budget, consumer)
            }
            initiator.receive(segment, payload, from, &budget, consumer)
        } else {
            if control.contains(.syn) { responder.begin(at: number, from, &budget, consumer) }
            if control.contains(.ack) {
                if control.contains(.syn), initiator.phase == .unknown {
                    initiator.begin(at: acknowledgement, to, &budget, consumer)
                }
                initiator.acknowledge(acknowledgement, to, &budget, consumer)
            }
            responder.receive(segment, payload, from, &budget, consumer)
        }
        if initiator.isWaiting { initiator.settle(place(.initiator), &budget, consumer) }
        if responder.isWaiting { responder.settle(place(.responder), &budget, consumer) }
        if initiator.phase == .ended, responder.phase == .ended { close() }
    }

    /// Delivers what waits in both streams, then ends them.
    mutating func finish(
        _ end: StreamEnd,
        frame: Int,
        time: Timestamp?,
        _ budget: inout ReassemblyBudget
    ) {
        guard !isClosed else { return }
        initiator.finish(end, frame: frame, time: time, place(.initiator), &budget, consumer)
        responder.finish(end, frame: frame, time: time, place(.responder), &budget, consumer)
        close()
    }

    private mutating func close() {
        isClosed = true
        consumer.closed()
    }

    private func place(_ side: Side) -> TCPStream.Place {
        TCPStream.Place(connection: number, side: side, packetCount: packetCount)
    }
}
