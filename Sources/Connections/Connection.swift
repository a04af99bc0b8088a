import Bytes

/// The two ends of a connection in a fixed order, whoever sends: what packets of both directions have in common.
struct ConnectionKey: Hashable {
    private var lowerHigh: UInt64
    private var lowerLow: UInt64
    private var upperHigh: UInt64
    private var upperLow: UInt64
    /// The port of the lower end in the upper half, that of the upper end in the lower half.
    private var ports: UInt32
    private var isIPv6: Bool

    /// Makes the key of a segment, and tells whether its sender is the lower end.
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

    /// A few bits of the ends, from 0 to ``slots`` less 1; nothing may depend on how they are spread but speed.
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

/// A TCP connection: its two streams, and what binds them.
struct Connection {
    /// The two ends.
    let key: ConnectionKey
    /// The number in the capture, from 1.
    let number: Int
    /// Whether the lower end of the key opened the connection.
    let isInitiatedByLower: Bool
    /// Takes its streams.
    let consumer: any StreamConsumer
    /// Whether both streams have ended.
    private(set) var isClosed = false

    /// The connection before this one, more recently used, in the list of its kind; -1 for none.
    var newer: Int32 = -1
    /// The connection after this one in that list; -1 for none.
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
    /// The SYN of this connection may come again, or after the first data; it is told by its number.
    func isReplaced(by segment: TCPSegment, isFromLower: Bool, _ limits: ReassemblyLimits) -> Bool {
        guard segment.control.contains(.syn), !segment.control.contains(.rst) else { return false }
        let isFromInitiator = isFromLower == isInitiatedByLower
        let stream = isFromInitiator ? initiator : responder
        let other = isFromInitiator ? responder : initiator
        let isAnswer = segment.control.contains(.ack) && other.isOpened(by: segment.acknowledgement)
        if stream.mayBegin(at: segment.sequence.advanced(by: 1), limits) {
            switch stream.phase {
            case .unknown: return isClosed || (other.hasBytes && !isAnswer)
            // A refused connection is tried again with the same number by Windows.
            default: return isClosed && !isAnswer && !stream.hasBytes && !other.hasBytes
            }
        }
        // A server that keeps no state answers a repeated SYN with another number.
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

    /// Ends both streams, what waits of them handed on first.
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
