/// Where judged exchanges go, whatever the type of the handler.
///
/// Generic code of another room looks its types up as it runs, for each call anew: behind this the way from a packet
/// to a judged exchange is free of the handler's type.
protocol InspectionSink: AnyObject {
    /// Hands on the next exchange.
    func inspected(_ exchange: consuming InspectedExchange)

    /// Hands on uploads that were counted in place of being handed on.
    func counted(_ uploads: CountedUploads)

    /// Hands on the next bytes of a part's content.
    func content(exchange: Int, part: Int, _ bytes: RawSpan)

    /// Hands on what is found in a request that has ended.
    func requestEnded(_ exchange: InspectedExchange)
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

    func counted(_ uploads: CountedUploads) { handler.counted(uploads) }

    func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        handler.content(exchange: exchange, part: part, bytes)
    }

    func requestEnded(_ exchange: InspectedExchange) {
        handler.requestEnded(exchange)
    }
}
