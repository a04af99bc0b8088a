import Bytes
import Connections

extension HTTP2Connection {
    /// Takes in a stream, giving up another one where there are too many.
    func open(_ stream: HTTP2Stream) {
        streams[stream.number] = stream
        opened.append(stream.number)
        greatestStream = max(greatestStream, stream.number)
    }

    /// Hands on streams while more are open than the limit allows: the oldest whose request is complete first.
    func makeRoom(_ handler: inout some ExchangeHandler) {
        while streams.count >= max(limits.openStreams, 1) {
            let waiting = opened[firstWaiting...].lazy.compactMap { self.streams[$0] }
            guard let stream = waiting.first(where: { $0.entry.request == .closed }) ?? waiting.first else {
                return
            }
            close(.request, of: stream, .captureEnded, &handler)
            close(.response, of: stream, .captureEnded, &handler)
            if streams[stream.number] != nil { handOn(stream, &handler) }
        }
    }

    /// A stream was reset (RFC 9113 §5.4.2); without an error, where the response needs nothing more of the request
    /// (§8.1).
    func reset(
        _ number: Int,
        from side: Side,
        _ code: HTTP2ErrorCode,
        _ handler: inout some ExchangeHandler
    ) {
        guard let stream = streams[number] else { return }
        if code == .none, side != client, stream.entry.response == .closed, stream.entry.request == .open {
            stream.entry.wasRejectedEarly = true
        }
        let event = HTTP2Origin.Reset(code: code, isByClient: side == client)
        stream.update(.request) { $0.http2 = $0.http2?.with(reset: event) }
        if code == .refusedStream, side != client { stream.isUnprocessed = true }
        close(.request, of: stream, .reset, &handler)
        close(.response, of: stream, .reset, &handler)
        if streams[number] != nil { handOn(stream, &handler) }
    }

    /// A side begins to shut the connection down (RFC 9113 §6.8).
    ///
    /// What the client says in it concerns server push.
    func goAway(
        _ payload: [UInt8],
        from side: Side,
        frame: Int,
        _ handler: inout some ExchangeHandler
    ) {
        guard payload.count == 8, let client else { return }
        let code = HTTP2ErrorCode(payload.suffix(4))
        if code != .none {
            handler.remark(.goAway(code, byClient: side == client), connection: summary.number, frame: frame)
        }
        guard side != client else { return }
        let last = payload.prefix(4).reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
        lastProcessed = min(lastProcessed ?? last, last)
    }

    /// Whether the server says that it has not acted on a request, so that it may be sent again (RFC 9113 §8.7).
    private func isUnprocessed(_ stream: HTTP2Stream) -> Bool {
        guard stream.entry.response == .awaited || stream.entry.response == .lost else { return false }
        return stream.isUnprocessed || stream.number > lastProcessed ?? .max
    }

    /// Nothing more of a message follows; without effect where that is known already.
    func close(
        _ role: MessageRole,
        of stream: HTTP2Stream,
        _ completion: MessageCompletion,
        _ handler: inout some ExchangeHandler
    ) {
        switch role {
        case .request:
            guard stream.entry.request == .open else { return }
            if completion == .closedEarly || completion == .reset {
                let isRejected = stream.entry.wasRejectedEarly || isUnprocessed(stream)
                stream.entry.exchange.outcome = isRejected ? .rejectedEarly : .cutOff
            }
            stream.entry.request = .closed
        case .response:
            guard stream.entry.response == .open else { return }
            stream.entry.response = .closed
        }
        stream.seal(role, completion, limits: limits)
        settle(stream, &handler)
    }

    /// All messages that a side is sending are over, where it is not known which of the sides it is too.
    func closeMessages(
        from side: Side,
        _ completion: MessageCompletion,
        _ handler: inout some ExchangeHandler
    ) {
        guard let role = role(of: side) else { return }
        for number in streams.keys.sorted() {
            guard let stream = streams[number] else { continue }
            close(role, of: stream, completion, &handler)
        }
    }

    /// Hands on all exchanges that are over, in the order of their streams.
    func settleAll(_ handler: inout some ExchangeHandler) {
        for number in streams.keys.sorted() {
            if let stream = streams[number] { settle(stream, &handler) }
        }
    }

    /// Hands on an exchange if both its messages are over.
    private func settle(_ stream: HTTP2Stream, _ handler: inout some ExchangeHandler) {
        let requestIsOver =
            stream.entry.request == .closed || (stream.entry.request == .expected && hasEnded(.request))
        let responseIsOver =
            stream.entry.response == .closed || stream.entry.response == .lost
            || (stream.entry.response == .awaited && hasEnded(.response))
        if requestIsOver, responseIsOver { handOn(stream, &handler) }
    }

    private func hasEnded(_ role: MessageRole) -> Bool {
        guard let client else { return halves.allSatisfy(\.hasEnded) }
        return halves[Int((role == .request ? client : client.other).rawValue)].hasEnded
    }

    private func handOn(_ stream: HTTP2Stream, _ handler: inout some ExchangeHandler) {
        streams[stream.number] = nil
        for index in halves.indices where halves[index].content === stream { halves[index].content = nil }
        while firstWaiting < opened.count, streams[opened[firstWaiting]] == nil { firstWaiting += 1 }
        if firstWaiting > 64, firstWaiting > opened.count / 2 {
            opened.removeFirst(firstWaiting)
            firstWaiting = 0
        }
        if stream.entry.request != .expected, isUnprocessed(stream) {
            let frame = stream.entry.exchange.request?.firstFrame ?? 0
            handler.remark(.unprocessed, connection: summary.number, frame: frame)
        }
        handler.completed(stream.entry.number, stream.entry.take())
    }
}
