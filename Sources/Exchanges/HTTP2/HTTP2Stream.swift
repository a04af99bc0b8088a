import Bytes

/// An open stream: its exchange, and the two messages as far as they were read (RFC 9113 §5).
struct HTTP2Stream: Sendable {
    /// A message while it is being read.
    struct Reading: Sendable {
        /// The message: its head, and its account of the content so far.
        var draft = MessageDraft()
        /// Whether DATA frames belong to it.
        var isOpen = false
        /// Whether its content is reported.
        var isWanted = false
        /// The number of DATA frames so far.
        var frameCount = 0
        /// Body offset → number of the DATA frame.
        var dataFrames = RunMap()
        /// The run of offsets in one DATA frame that is not in the maps yet: its length, and the distance
        /// from body offsets to stream offsets.
        var run = (length: 0, shift: 0)
        /// How many runs the maps have.
        var runs = (frames: 0, shifts: 0)

        /// Notes that bytes of the message arrived that stand at stream offsets up to `end`.
        ///
        /// Bytes of other streams in between get the same frame: they are never looked up.
        mutating func note(upTo end: Int, wire: Int, _ origin: ByteOrigin, limits: ExchangeLimits) {
            let mayMap = runs.frames < limits.mapRuns
            runs.frames += 1
            draft.content.wireLength += wire
            draft.arrival.lastFrame = origin.frame
            draft.arrival.endedAt = origin.time ?? draft.arrival.endedAt
            guard mayMap else { return }
            if let frame = origin.frame {
                draft.arrival.frameMap.append(length: end - draft.arrival.frameMap.endOffset, value: frame)
            }
            if let record = origin.record {
                draft.arrival.recordMap.append(length: end - draft.arrival.recordMap.endOffset, value: record)
            }
        }

        /// Advances in the content, whose next `count` bytes are at a stream offset.
        mutating func advance(_ count: Int, at offset: Int, limits: ExchangeLimits) {
            let shift = offset - draft.content.bodyLength
            if run.length > 0, run.shift != shift { flush(limits) }
            run = (run.length + count, shift)
            draft.content.bodyLength += count
        }

        /// Adds the run of a DATA frame to the maps; called at the end of each such frame at the latest.
        mutating func flush(_ limits: ExchangeLimits) {
            let run = run
            guard run.length > 0 else { return }
            self.run = (0, 0)
            guard isWanted, runs.shifts < limits.mapRuns else { return }
            runs.shifts += 1
            dataFrames.append(length: run.length, value: frameCount)
            draft.arrival.bodyShift.append(length: run.length, value: run.shift)
        }

        /// Ends the content, and makes the message.
        mutating func finish(_ completion: MessageCompletion, limits: ExchangeLimits) -> Message {
            flush(limits)
            isOpen = false
            draft.content.completion = completion
            draft.http2 = draft.http2?.with(dataFrames: dataFrames)
            dataFrames = RunMap()
            return Message(taking: &draft)
        }
    }

    /// The stream's number; 0 where there is none.
    let number: Int
    /// The exchange.
    var entry: PendingExchange
    /// Whether the server reset the stream before it acted on the request (RFC 9113 §8.7).
    var isUnprocessed = false
    /// An estimate of the bytes that its heads take in memory, see ``HTTP2Connection/headBytes``.
    var headBytes = 0
    /// The request.
    var request = Reading()
    /// The response.
    var response = Reading()

    /// Makes a stream for an exchange.
    init(number: Int, entry: PendingExchange) {
        self.number = number
        self.entry = entry
    }

    /// Makes the empty stream of a free slot.
    init() {
        let exchange = Exchange(connection: 0, client: nil, server: nil)
        let id = ExchangeID(number: 0, slot: 0)
        self.init(number: 0, entry: PendingExchange(id: id, exchange: exchange, hasRequest: false))
    }

    /// Whether DATA frames belong to one of the messages.
    func isOpen(_ role: MessageRole) -> Bool { role == .request ? request.isOpen : response.isOpen }

    /// Whether the content of one of the messages is reported.
    func isWanted(_ role: MessageRole) -> Bool { role == .request ? request.isWanted : response.isWanted }

    /// One of the messages.
    subscript(role: MessageRole) -> Reading {
        get { role == .request ? request : response }
        _modify {
            if role == .request { yield &request } else { yield &response }
        }
    }

    /// The head of the request is complete; `isOver` says that no content follows.
    mutating func openRequest(_ draft: consuming MessageDraft, _ lines: DecodedFieldLines, isOver: Bool) {
        entry.exchange.method = lines.text(named: ":method") ?? ""
        entry.exchange.target = lines.text(named: ":path") ?? ""
        // The frames after CONNECT belong to a tunnel (RFC 9113 §8.5, RFC 8441 §4).
        let isTunnel = entry.exchange.method == "CONNECT"
        if isTunnel {
            entry.exchange.tunnelProtocol = lines.text(named: ":protocol")
            if entry.exchange.target.isEmpty {
                entry.exchange.target = lines.text(named: ":authority") ?? ""
            }
        }
        request.draft = draft
        request.isOpen = !isOver && !isTunnel
        request.isWanted = request.isOpen
        request.draft.head.framing = request.isOpen ? .h2Data : .none
        entry.openRequest()
    }

    /// The head of the final response is complete; `isOver` says that no content follows.
    mutating func openResponse(_ draft: consuming MessageDraft, status: Int?, isOver: Bool) {
        entry.openResponse(status: status, reason: "")
        let isTunnel = entry.exchange.method == "CONNECT" && status.map { (200..<300).contains($0) } ?? false
        entry.exchange.becameTunnel = isTunnel
        response.draft = draft
        response.draft.head.framing = isOver ? .none : .h2Data
        response.isOpen = !isOver && !isTunnel
    }

    /// The stream was reset; without an error, where the response needs nothing more of the request (RFC 9113 §8.1).
    mutating func reset(_ event: HTTP2Origin.Reset) {
        if event.code == .none, !event.isByClient, entry.response == .closed, entry.request == .open {
            entry.wasRejectedEarly = true
        }
        request.draft.http2 = request.draft.http2?.with(reset: event)
        if let request = entry.exchange.request {
            entry.exchange.request = request.changed { $0.http2 = $0.http2?.with(reset: event) }
        }
        if event.code == .refusedStream, !event.isByClient { isUnprocessed = true }
    }
}
