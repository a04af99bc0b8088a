import Bytes
import Connections

/// Reads a file that holds one HTTP request as it was on the wire, and perhaps the response after it.
///
/// The file has neither connections nor frames: the exchange has number 1, no frames and no times, and
/// offsets are those in the file. Content ends where Content-Length or the chunked coding says; without these
/// it lasts to the end of the file, and its framing is ``MessageFraming/bare``. What follows the content is
/// the response where it begins with a status line, a further exchange where it begins with a request line,
/// and excess otherwise.
package struct RawMessageReader<Handler: ExchangeHandler> {
    private var requests: MessageStream
    private var responses: MessageStream
    private var dialogue: Dialogue
    private let numbers = ExchangeNumbers()
    /// Who is told.
    package var handler: Handler
    private var offset = 0
    private var isInResponse = false

    /// Makes a reader that tells `handler`.
    package init(handler: Handler, limits: ExchangeLimits = ExchangeLimits()) {
        let nowhere = Endpoint(addressLow: 0, port: 0)
        requests = MessageStream(side: .initiator, limits: limits, isFile: true)
        responses = MessageStream(side: .responder, limits: limits)
        dialogue = Dialogue(
            ConnectionSummary(number: 1, initiator: nowhere, responder: nowhere, sawHandshake: true),
            limits: limits,
            numbers: numbers,
            isFile: true
        )
        self.handler = handler
    }

    /// How many exchanges were seen to begin; 0 at the end of a file that holds no HTTP message.
    package var exchangeCount: Int { numbers.last }

    /// Reads the next bytes of the file.
    package mutating func push(_ bytes: RawSpan) {
        guard bytes.byteCount > 0, dialogue.opaque == nil else { return }
        let delivery = Delivery(base: offset)
        offset += bytes.byteCount
        var position = 0
        if !isInResponse {
            position = requests.receive(bytes, delivery, &dialogue, &handler)
            guard position < bytes.byteCount, dialogue.opaque == nil else { return }
            isInResponse = true
            let held = requests.held
            requests.held = []
            requests.end(.finished, delivery, &dialogue, &handler)
            let before = Delivery(base: delivery.base + position - held.count)
            _ = responses.receive(held.span.bytes, before, &dialogue, &handler)
        }
        let rest = bytes.extracting(position..<bytes.byteCount)
        _ = responses.receive(rest, delivery.moved(by: position), &dialogue, &handler)
    }

    /// The file has ended.
    package mutating func finish() {
        guard dialogue.opaque == nil else { return }
        let delivery = Delivery(base: offset)
        requests.end(.finished, delivery, &dialogue, &handler)
        responses.end(.finished, delivery, &dialogue, &handler)
        dialogue.end(.request, &handler)
        dialogue.end(.response, &handler)
    }
}
