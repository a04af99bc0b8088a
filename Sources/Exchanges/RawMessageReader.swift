/// Reads a file that holds one HTTP request as it was on the wire, and perhaps the response after it.
///
/// The file has neither connections nor frames: the exchange has number 1, no frames and no times, and
/// offsets are those in the file. Content ends where Content-Length or the chunked coding says; without these
/// it lasts to the end of the file, and its framing is ``MessageFraming/bare``. What follows the content is
/// the response where it begins with a status line, a further exchange where it begins with a request line,
/// and excess otherwise.
package struct RawMessageReader<Handler: ExchangeHandler> {
    private var messages: RawMessages
    private let numbers = ExchangeNumbers()
    /// Who is told.
    package var handler: Handler

    /// Makes a reader that tells `handler`.
    package init(handler: Handler, limits: ExchangeLimits = ExchangeLimits()) {
        messages = RawMessages(limits: limits, numbers: numbers)
        self.handler = handler
    }

    /// How many exchanges were seen to begin; 0 at the end of a file that holds no HTTP message.
    package var exchangeCount: Int { numbers.last }

    /// Reads the next bytes of the file.
    package mutating func push(_ bytes: RawSpan) { messages.push(bytes, &handler) }

    /// The file has ended.
    package mutating func finish() { messages.finish(&handler) }
}
