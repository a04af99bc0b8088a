/// Where judged exchanges go, whatever the type of the handler.
///
/// Generic code of another room looks its types up as it runs, for each call anew: behind this the way from a packet
/// to a judged exchange is free of the handler's type.
protocol InspectionSink: AnyObject {
    /// Hands on the next exchange.
    func inspected(_ exchange: consuming InspectedExchange)

    /// See ``InspectionHandler/makesTexts``.
    var makesTexts: Bool { get }

    /// See ``InspectionHandler/text(of:)``.
    func text(of exchange: InspectedExchange) -> ExchangeText?

    /// See ``InspectionHandler/inspected(text:)``.
    func inspected(_ text: ExchangeText)

    /// See ``InspectionHandler/restarted()``.
    func restarted()

    /// See ``InspectionHandler/repeated(_:)``.
    func repeated(_ exchange: InspectedExchange)

    /// Whether a text was made of an exchange that turned out to be needed: the capture has to be read again.
    var isVoid: Bool { get }

    /// Hands on uploads that were counted in place of being handed on.
    func counted(_ uploads: CountedUploads)

    /// Hands on the next bytes of a part's content.
    func content(exchange: Int, part: Int, _ bytes: RawSpan)

    /// Hands on what is found in a request that has ended.
    func requestEnded(_ exchange: InspectedExchange)

    /// Hands on what is known of an exchange whose messages have ended.
    func answered(_ exchange: InspectedExchange)
}

/// A text that was made of an exchange before its turn.
struct ExchangeText: Sendable {
    /// The exchange's number.
    let number: Int
    /// The text.
    let bytes: [UInt8]

    /// What it takes in memory, in bytes.
    var memoryBytes: Int { bytes.count + 2 * MemoryLayout<Self>.stride }
}

extension InspectionSink {
    /// Exchanges are needed.
    var makesTexts: Bool { false }

    /// None is made.
    func text(of exchange: InspectedExchange) -> ExchangeText? { nil }

    /// Passes over it: none is made.
    func inspected(_ text: ExchangeText) {}

    /// What came stays.
    func restarted() {}

    /// Passes over it.
    func repeated(_ exchange: InspectedExchange) {}

    /// Passes over it: it comes again once it is complete.
    func answered(_ exchange: InspectedExchange) {}

    /// No text is made too early.
    var isVoid: Bool { false }
}

/// A handler while a capture is read.
final class HandlerBox<Handler: InspectionHandler>: InspectionSink {
    /// The handler.
    private(set) var handler: Handler

    /// Boxes a handler.
    init(_ handler: Handler) {
        self.handler = handler
    }

    func inspected(_ exchange: consuming InspectedExchange) {
        handler.inspected(consume exchange)
    }

    var makesTexts: Bool { handler.makesTexts }

    func text(of exchange: InspectedExchange) -> ExchangeText? {
        handler.text(of: exchange).map { ExchangeText(number: exchange.number, bytes: $0) }
    }

    func inspected(_ text: ExchangeText) { handler.inspected(text: text.bytes) }

    func restarted() { handler.restarted() }

    func repeated(_ exchange: InspectedExchange) { handler.repeated(exchange) }

    func counted(_ uploads: CountedUploads) { handler.counted(uploads) }

    func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        handler.content(exchange: exchange, part: part, bytes)
    }

    func requestEnded(_ exchange: InspectedExchange) {
        handler.requestEnded(exchange)
    }

    func answered(_ exchange: InspectedExchange) { handler.answered(exchange) }
}
