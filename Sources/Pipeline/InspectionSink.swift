/// Where judged exchanges go, whatever the type of the handler.
///
/// Generic code of another room looks its types up as it runs, for each call anew: behind this the way from a packet
/// to a judged exchange is free of the handler's type.
protocol InspectionSink: AnyObject {
    /// Hands on the next exchange.
    func inspected(_ exchange: consuming InspectedExchange)

    /// Hands on the next bytes of a part's content.
    func content(exchange: Int, part: Int, _ bytes: RawSpan)

    /// Whether the contents of an exchange's parts are wanted.
    func wantsContent(of exchange: Int) -> Bool

    /// Keeps the bytes of messages; `nil` where nobody wants them.
    var keeper: ExchangeKeeper? { get }
}

/// A handler while a capture is read.
final class HandlerBox<Handler: InspectionHandler>: InspectionSink {
    /// The handler.
    private(set) var handler: Handler

    /// Seats a handler.
    init(_ handler: Handler) {
        self.handler = handler
    }

    func inspected(_ exchange: consuming InspectedExchange) {
        handler.inspected(consume exchange)
    }

    func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        handler.content(exchange: exchange, part: part, bytes)
    }

    func wantsContent(of exchange: Int) -> Bool { Self.wantsContent(of: exchange, &handler) }

    var keeper: ExchangeKeeper? { handler.keeper }

    /// Asks the handler in its place: it would be copied to be asked otherwise.
    private static func wantsContent(of exchange: Int, _ handler: inout Handler) -> Bool {
        handler.wantsContent(of: exchange)
    }
}
