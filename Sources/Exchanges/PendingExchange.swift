/// An exchange that is still being read, and its state: one life cycle for HTTP/1, HTTP/2 and logs.
/// ```
///   request    expected ─► open ─► ended ─► closed      ended: the content is complete, bytes may follow it
///   response   awaited ──► open ───────────► closed
///                  └────────────► lost                  it cannot be matched, or will not come
/// ```
package struct PendingExchange: Sendable {
    /// The state of the request.
    package enum RequestState {
        /// Only the response was seen so far.
        case expected
        /// Its start line was seen.
        case open
        /// Its content is complete; bytes that belong to no message may follow.
        case ended
        /// Nothing more of it follows.
        case closed
    }

    /// The state of the final response.
    package enum ResponseState {
        /// Its head has not been seen.
        case awaited
        /// Its head was seen.
        case open
        /// It is over.
        case closed
        /// It cannot be matched with its request, or will not come.
        case lost
    }

    /// Its number and its place on the connection.
    package let id: ExchangeID
    /// The exchange, as far as it is known.
    package var exchange: Exchange
    /// The state of the request.
    package private(set) var request: RequestState
    /// The state of the final response.
    package private(set) var response = ResponseState.awaited
    /// Whether a final response of 400 or more came before the request's content was complete, or the server said
    /// that it needs no more of the request.
    var wasRejectedEarly = false
    private var isRequestReported = false
    /// The bytes that it takes in memory, where they are counted.
    var countedBytes = 0

    /// Begins an exchange with its request, or with its response (`hasRequest` is false).
    package init(id: ExchangeID, exchange: Exchange, hasRequest: Bool) {
        self.id = id
        self.exchange = exchange
        request = hasRequest ? .open : .expected
    }

    /// One without contents.
    static var empty: PendingExchange {
        let exchange = Exchange(connection: 0, client: nil, server: nil)
        return PendingExchange(id: ExchangeID(number: 0, slot: 0), exchange: exchange, hasRequest: false)
    }

    /// Counts what it takes in memory now.
    mutating func countMemory() {
        let message = exchange.request.map { $0.memoryBytes + $0.arrival.mapBytes } ?? 0
        countedBytes = Self.judgedBytes + message + exchange.target.utf8.count
    }

    /// What an exchange takes from its completion until it is handed on, in bytes, besides its messages.
    private static let judgedBytes = 640

    /// The start line of the request was seen after the response.
    package mutating func openRequest() { request = .open }

    /// The content of the request is complete.
    package mutating func endRequest(_ message: consuming Message) {
        exchange.request = message
        request = .ended
    }

    /// Closes the request; `message` is `nil` where nothing was added since its content ended.
    ///
    /// - Parameters:
    ///   - completion: how its content ended.
    ///   - message: the request.
    ///   - isRejected: whether the server refused it without a response, or closed the connection first.
    ///   - handler: receives the event that the request has ended, where it was not sent yet.
    package mutating func closeRequest(
        _ completion: MessageCompletion,
        _ message: Message?,
        isRejected: Bool = false,
        _ handler: inout some ExchangeEventHandler
    ) {
        if let message { exchange.request = message }
        if completion == .closedEarly || completion == .reset {
            exchange.outcome = wasRejectedEarly || isRejected ? .rejectedEarly : .cutOff
        }
        request = .closed
        reportRequest(&handler)
    }

    /// Reports once that the request has ended.
    package mutating func reportRequest(_ handler: inout some ExchangeEventHandler) {
        guard !isRequestReported, exchange.request != nil else { return }
        isRequestReported = true
        handler.ended(exchange, id, .request)
    }

    /// The head of the final response is complete; `closes` says whether it announces the end of the connection, which
    /// only counts where the request is not complete.
    package mutating func openResponse(status: Int?, reason: String, closes: Bool = false) {
        wasRejectedEarly = request == .open && ((status ?? 0) >= 400 || closes)
        response = .open
        exchange.status = status
        exchange.reason = reason
    }

    /// Nothing more of the response follows.
    package mutating func closeResponse(
        _ message: consuming Message,
        _ handler: inout some ExchangeEventHandler
    ) {
        exchange.response = message
        response = .closed
        handler.ended(exchange, id, .response)
    }

    /// The response cannot be matched with its request, or will not come.
    package mutating func loseResponse() {
        if response == .awaited { response = .lost }
    }

    /// Whether the response is over, or will not come; `hasEnded` says that no more responses come.
    package func isAnswered(_ hasEnded: Bool) -> Bool {
        switch response {
        case .open: false
        case .awaited: hasEnded
        case .closed, .lost: true
        }
    }

    /// Whether nothing more of the exchange follows.
    ///
    /// - Parameters:
    ///   - requestsEnded: whether no more requests come.
    ///   - responsesEnded: whether no more responses come.
    /// - Returns: whether both messages are over, or will not come.
    package func isSettled(requestsEnded: Bool, responsesEnded: Bool) -> Bool {
        guard isAnswered(responsesEnded) else { return false }
        switch request {
        case .closed: return true
        case .expected: return requestsEnded
        case .open, .ended: return false
        }
    }
}
