package import Bytes

/// Reads a request and its response as raw bytes, with the same readers as a connection's two streams.
///
/// There are neither connections nor frames: the first exchange has number 1, no frames and no times, and
/// offsets are those in the bytes pushed. Content ends where Content-Length or the chunked coding says;
/// without these it lasts to the end of the bytes, and its framing is ``MessageFraming/bare``. What follows
/// the content is the response where it begins with a status line, a further exchange where it begins with a
/// request line, and excess otherwise.
package struct RawMessages: Sendable {
    private var requests: HTTP1MessageReader
    private var responses: HTTP1MessageReader
    private var queue: ExchangeQueue
    private var offset = 0
    private var responseOffset = 0
    private var isInResponse = false
    private var requestIsOver = false

    /// Makes a reader that has seen no byte.
    ///
    /// - Parameters:
    ///   - limits: how much is kept.
    ///   - numbers: gives the exchanges their numbers.
    ///   - memory: the memory of the capture, from which many requests before the first response are taken; `nil` where
    ///     they get none.
    ///   - responseContents: of which responses the contents are reported.
    package init(
        limits: ExchangeLimits = ExchangeLimits(),
        numbers: ExchangeNumbers,
        memory: MemoryBudget? = nil,
        responseContents: ResponseContents = .none
    ) {
        requests = HTTP1MessageReader(side: .initiator, limits: limits, isFile: true)
        responses = HTTP1MessageReader(side: .responder, limits: limits)
        queue = ExchangeQueue(
            ConnectionSummary(number: 1, initiator: nil, responder: nil, sawHandshake: true),
            limits: limits,
            numbers: numbers,
            memory: memory,
            isFile: true,
            responseContents: responseContents
        )
    }

    /// Reads the next bytes: of the request, and from its end on of the response.
    package mutating func push(_ bytes: RawSpan, _ handler: inout some ExchangeEventHandler) {
        guard bytes.byteCount > 0, queue.switched == nil else { return }
        let origin = ByteOrigin(offset: offset)
        offset += bytes.byteCount
        var position = 0
        if !isInResponse {
            position = requests.receive(bytes, origin, &queue, &handler)
            guard position < bytes.byteCount || requests.isAtResponse, queue.switched == nil else {
                return follow(&handler)
            }
            isInResponse = true
            let held = requests.held
            requests.held = []
            // A request that is refused before its content ends after the response does.
            if !requests.awaitsContinue { requests.end(.finished, origin, &queue, &handler) }
            let before = ByteOrigin(offset: origin.offset + position - held.count)
            _ = responses.receive(held.span.bytes, before, &queue, &handler)
        }
        let rest = bytes.extracting(position..<bytes.byteCount)
        _ = responses.receive(rest, origin.moved(by: position), &queue, &handler)
        follow(&handler)
    }

    /// Reads the next bytes of the request, where the response is given separately.
    package mutating func pushRequest(_ bytes: RawSpan, _ handler: inout some ExchangeEventHandler) {
        guard queue.switched == nil, !requestIsOver else { return }
        let origin = ByteOrigin(offset: offset)
        offset += bytes.byteCount
        // A status line among them ends the request: the client did not send what follows it.
        requestIsOver =
            requests.receive(bytes, origin, &queue, &handler) < bytes.byteCount || requests.isAtResponse
        follow(&handler)
    }

    /// Reads the next bytes of the response; more of the request may follow, as after 100 (Continue).
    package mutating func pushResponse(_ bytes: RawSpan, _ handler: inout some ExchangeEventHandler) {
        guard queue.switched == nil else { return }
        let origin = ByteOrigin(offset: responseOffset)
        responseOffset += bytes.byteCount
        _ = responses.receive(bytes, origin, &queue, &handler)
        follow(&handler)
    }

    /// There are no more bytes.
    ///
    /// - Parameters:
    ///   - handler: receives what was still open.
    ///   - end: why; what the source broke off was not cut short by its sender.
    ///   - showsClose: whether the source shows that the server closed the connection after the response; where it does not,
    ///     a response that lacks its end goes on where the source ends.
    package mutating func finish(
        _ handler: inout some ExchangeEventHandler,
        as end: StreamEnd = .finished,
        showsClose: Bool = false
    ) {
        guard queue.switched == nil else { return }
        let origin = ByteOrigin(offset: offset)
        requests.end(end, origin, &queue, &handler)
        responses.end(
            responses.isBeforeEnd && !showsClose ? .captureEnded : end,
            origin,
            &queue,
            &handler
        )
        queue.endBoth(&handler)
    }

    /// What follows is not HTTP/1, and is not read.
    private mutating func follow(_ handler: inout some ExchangeEventHandler) {
        guard case .opaque(let reason, let frame) = queue.switched else { return }
        requests.abandon(&queue, &handler)
        responses.abandon(&queue, &handler)
        queue.endBoth(&handler)
        handler.handle(.opaque(reason, frame: frame))
    }
}
