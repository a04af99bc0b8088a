import Bytes

/// A TCP connection: its two streams and the state that they share.
struct Connection {
    /// What an open connection takes in memory, in bytes: its place in the table, one in the index of keys, and a
    /// consumer of which no byte was read.
    static let memoryBytes = MemoryLayout<Connection>.stride + 300

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

    /// The numbers of the networks in which segments of the lower and of the upper end came
    /// (``TunnelLayer/network(of:_:)``); 0 where none came in a tunnel with a number.
    ///
    /// They may differ, where each end's network has its own.
    private var networks: (lower: UInt32, upper: UInt32) = (0, 0)

    /// The number for one end.
    func network(ofLower isLower: Bool) -> UInt32 { isLower ? networks.lower : networks.upper }

    /// Notes the network in which a segment of one end came.
    mutating func note(network: UInt32, ofLower isLower: Bool) {
        if isLower { networks.lower = network } else { networks.upper = network }
    }

    /// Whether it is in the ``WaitingQueue``.
    var isQueued = false

    /// The next more recently used connection in the same list (open or closed); -1 for none.
    var newer: Int32 = -1
    /// The next less recently used connection in that list; -1 for none.
    var older: Int32 = -1

    private var initiator = TCPStream()
    private var responder = TCPStream()
    private(set) var packetCount = 0
    /// When its last segment came; `nil` where the capture does not say.
    private(set) var lastUse: Timestamp?
    /// A RST that ends the connection unless it goes on all the same.
    private(set) var reset: PendingReset?
    /// The shifts of the windows that the two ends offer: the largest where the SYN was not captured.
    private var initiatorScale = TCPSegment.largestWindowScale
    private var responderScale = TCPSegment.largestWindowScale

    /// Makes a connection of which no segment was taken yet.
    init(key: ConnectionKey, number: Int, isInitiatedByLower: Bool, consumer: any StreamConsumer) {
        self.key = key
        self.number = number
        self.isInitiatedByLower = isInitiatedByLower
        self.consumer = consumer
    }

    /// The port that was connected to.
    var responderPort: UInt16 { key.endpoint(lower: !isInitiatedByLower).port }

    /// Whether a segment opens a new connection on the addresses and ports of this one.
    ///
    /// A repeated SYN of this connection, which may even come after data, is recognised by its sequence
    /// number.
    func isReplaced(by segment: TCPSegment, isFromLower: Bool, _ limits: ReassemblyLimits) -> Bool {
        guard segment.control.contains(.syn), !segment.control.contains(.rst) else { return false }
        let isFromInitiator = isFromLower == isInitiatedByLower
        let stream = isFromInitiator ? initiator : responder
        let other = isFromInitiator ? responder : initiator
        let isClosed = self.isClosed || reset != nil
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

    /// Takes a segment of the connection; true where that closes it.
    mutating func receive(
        _ segment: TCPSegment,
        _ payload: RawSpan,
        isFromLower: Bool,
        _ budget: inout ReassemblyBudget
    ) -> Bool {
        packetCount += 1
        lastUse = segment.time
        guard !isClosed else { return false }
        let isFromInitiator = isFromLower == isInitiatedByLower
        if takeNext(segment, payload, isFromInitiator: isFromInitiator, &budget) { return false }
        let from = place(isFromInitiator ? .initiator : .responder)
        let to = place(from.side.other)
        let control = segment.control
        if control.contains(.rst) {
            noteReset(segment, isFromInitiator: isFromInitiator)
            return false
        }
        let number = segment.sequence.advanced(by: 1)
        let acknowledgement = segment.acknowledgement
        if isFromInitiator {
            if control.contains(.syn) {
                initiator.begin(at: number, from, &budget, consumer)
                initiatorScale = segment.windowScale ?? 0
            }
            if control.contains(.ack) {
                if control.contains(.syn), responder.phase == .unknown {
                    responder.begin(at: acknowledgement, to, &budget, consumer)
                }
                let window = window(of: segment, scale: initiatorScale)
                responder.acknowledge(acknowledgement, window: window, to, &budget, consumer)
            }
            initiator.receive(segment, payload, from, &budget, consumer)
        } else {
            if control.contains(.syn) {
                responder.begin(at: number, from, &budget, consumer)
                responderScale = segment.windowScale ?? 0
            }
            if control.contains(.ack) {
                if control.contains(.syn), initiator.phase == .unknown {
                    initiator.begin(at: acknowledgement, to, &budget, consumer)
                }
                let window = window(of: segment, scale: responderScale)
                initiator.acknowledge(acknowledgement, window: window, to, &budget, consumer)
            }
            responder.receive(segment, payload, from, &budget, consumer)
        }
        if let reset,
            initiator.acknowledged > reset.initiatorEnd || responder.acknowledged > reset.responderEnd
        {
            self.reset = nil
        }
        if initiator.isWaiting { initiator.settle(place(.initiator), &budget, consumer) }
        if responder.isWaiting { responder.settle(place(.responder), &budget, consumer) }
        guard initiator.phase == .ended, responder.phase == .ended else { return false }
        close()
        return true
    }

    /// Takes a segment as nearly all are: only an acknowledgement, and bytes that are the next ones, on a connection on
    /// which nothing waits; false where it is another.
    ///
    /// Such a segment ends and settles nothing, and needs none of the questions that others do.
    @inline(__always)
    private mutating func takeNext(
        _ segment: TCPSegment,
        _ payload: RawSpan,
        isFromInitiator: Bool,
        _ budget: inout ReassemblyBudget
    ) -> Bool {
        guard segment.control.isOnlyAcknowledgement, segment.missingLength == 0, reset == nil,
            initiator.isInOrder, responder.isInOrder
        else { return false }
        let (from, to) = (place(.initiator), place(.responder))
        if isFromInitiator {
            guard initiator.continues(with: segment, payload) else { return false }
            let window = window(of: segment, scale: initiatorScale)
            responder.acknowledge(segment.acknowledgement, window: window, to, &budget, consumer)
            initiator.deliver(payload, frame: segment.frame, time: segment.time, from, consumer)
        } else {
            guard responder.continues(with: segment, payload) else { return false }
            let window = window(of: segment, scale: responderScale)
            initiator.acknowledge(segment.acknowledgement, window: window, from, &budget, consumer)
            responder.deliver(payload, frame: segment.frame, time: segment.time, to, consumer)
        }
        return true
    }

    /// Whether bytes of it wait for missing ones before them.
    var isHolding: Bool { initiator.isHolding || responder.isHolding }

    /// Gives up bytes that the other side has acknowledged and no packet showed; true where that closes the connection.
    mutating func settle(_ budget: inout ReassemblyBudget) -> Bool {
        guard !isClosed, initiator.isWaiting || responder.isWaiting else { return false }
        initiator.settle(place(.initiator), patience: 0, &budget, consumer)
        responder.settle(place(.responder), patience: 0, &budget, consumer)
        guard initiator.phase == .ended, responder.phase == .ended else { return false }
        close()
        return true
    }

    /// Delivers what waits in both streams, because memory is needed for others; true where that closes the connection.
    mutating func giveUpWaiting(_ budget: inout ReassemblyBudget) -> Bool {
        guard !isClosed else { return false }
        initiator.giveUpWaiting(place(.initiator), &budget, consumer)
        responder.giveUpWaiting(place(.responder), &budget, consumer)
        guard initiator.phase == .ended, responder.phase == .ended else { return false }
        close()
        return true
    }

    /// Delivers what waits in both streams, then ends them; an earlier RST is the reason where there was one.
    mutating func finish(
        _ end: StreamEnd,
        frame: Int,
        time: Timestamp?,
        _ budget: inout ReassemblyBudget
    ) {
        guard !isClosed else { return }
        let end = reset == nil ? end : .reset
        let frame = reset?.frame ?? frame
        let time = reset == nil ? time : reset?.time
        initiator.finish(end, frame: frame, time: time, place(.initiator), &budget, consumer)
        responder.finish(end, frame: frame, time: time, place(.responder), &budget, consumer)
        close()
    }

    /// Keeps a RST that its receiver may have accepted.
    private mutating func noteReset(_ segment: TCPSegment, isFromInitiator: Bool) {
        let stream = isFromInitiator ? initiator : responder
        guard reset == nil, stream.accepts(resetAt: segment.sequence) else { return }
        reset = PendingReset(
            frame: segment.frame,
            time: segment.time,
            initiatorEnd: initiator.sentEnd,
            responderEnd: responder.sentEnd
        )
    }

    /// The window that a segment offers: scaled where both ends have agreed to it, and never in a SYN (RFC 7323 §2.2).
    private func window(of segment: TCPSegment, scale: UInt8) -> Int {
        let isScaled = !segment.control.contains(.syn) && min(initiatorScale, responderScale) > 0
        return Int(segment.window) << (isScaled ? Int(scale) : 0)
    }

    private mutating func close() {
        isClosed = true
        consumer.closed()
    }

    private func place(_ side: Side) -> TCPStream.Place {
        TCPStream.Place(connection: number, side: side, packetCount: packetCount)
    }
}
