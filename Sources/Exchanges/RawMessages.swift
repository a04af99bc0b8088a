import Bytes
import Connections

/// A request and its response as raw bytes, read with the same readers as a connection's two streams.
///
/// There are neither connections nor frames, and offsets are those in the bytes pushed. Content ends where
/// Content-Length or the chunked coding says; without these it lasts to the end of the bytes.
struct RawMessages {
    private var requests: HTTP1MessageReader
    private var responses: HTTP1MessageReader
    private var dialogue: ExchangeQueue
    private var offset = 0
    private var responseOffset = 0
    private var isInResponse = false
    private var requestIsOver = false

    /// Begins before the first byte.
    init(limits: ExchangeLimits, numbers: ExchangeNumbers) {
        let nowhere = Endpoint(addressLow: 0, port: 0)
        requests = HTTP1MessageReader(side: .initiator, limits: limits, isFile: true)
        responses = HTTP1MessageReader(side: .responder, limits: limits)
        dialogue = ExchangeQueue(
            ConnectionSummary(number: 1, initiator: nowhere, responder: nowhere, sawHandshake: true),
            limits: limits,
            numbers: numbers,
            isFile: true
        )
    }

    /// Reads the next bytes: of the request, and from its end on of the response.
    mutating func push(_ bytes: RawSpan, _ handler: inout some ExchangeHandler) {
        guard bytes.byteCount > 0, dialogue.opaque == nil else { return }
        let delivery = ByteOrigin(base: offset)
        offset += bytes.byteCount
        var position = 0
        if !isInResponse {
            position = requests.receive(bytes, delivery, &dialogue, &handler)
            guard position < bytes.byteCount, dialogue.opaque == nil else { return }
            isInResponse = true
            let held = requests.held
            requests.held = []
            requests.end(.finished, delivery, &dialogue, &handler)
            let before = ByteOrigin(base: delivery.base + position - held.count)
            _ = responses.receive(held.span.bytes, before, &dialogue, &handler)
        }
        let rest = bytes.extracting(position..<bytes.byteCount)
        _ = responses.receive(rest, delivery.moved(by: position), &dialogue, &handler)
    }

    /// Reads the next bytes of the request, where those of the response come apart from it.
    mutating func pushRequest(_ bytes: RawSpan, _ handler: inout some ExchangeHandler) {
        guard dialogue.opaque == nil, !requestIsOver else { return }
        let delivery = ByteOrigin(base: offset)
        offset += bytes.byteCount
        // A status line among them ends the request: what follows it is not the client's.
        requestIsOver = requests.receive(bytes, delivery, &dialogue, &handler) < bytes.byteCount
    }

    /// Reads the next bytes of the response; more of the request may follow, as after 100 (Continue).
    mutating func pushResponse(_ bytes: RawSpan, _ handler: inout some ExchangeHandler) {
        guard dialogue.opaque == nil else { return }
        let delivery = ByteOrigin(base: responseOffset)
        responseOffset += bytes.byteCount
        _ = responses.receive(bytes, delivery, &dialogue, &handler)
    }

    /// There are no more bytes.
    mutating func finish(_ handler: inout some ExchangeHandler) {
        guard dialogue.opaque == nil else { return }
        let delivery = ByteOrigin(base: offset)
        requests.end(.finished, delivery, &dialogue, &handler)
        responses.end(.finished, delivery, &dialogue, &handler)
        dialogue.end(.request, &handler)
        dialogue.end(.response, &handler)
    }
}
