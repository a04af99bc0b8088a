/// An exchange that is still being read.
struct PendingExchange {
    /// How far the request is.
    enum RequestState {
        /// The capture has only the response as yet.
        case expected
        /// Its start line was seen.
        case open
        /// Its content is complete; bytes that belong to no message may follow.
        case contentComplete
        /// Nothing more of it follows.
        case closed
    }

    /// How far the final response is.
    enum ResponseState {
        /// Its head has not been seen.
        case awaited
        /// Its head was seen.
        case open
        /// It is over.
        case closed
        /// It cannot be told from other responses, or will not come.
        case lost
    }

    /// The exchange's number in the capture, from 1.
    let number: Int
    /// What is known of it.
    var exchange: Exchange
    /// How far the request is.
    var request: RequestState
    /// How far the final response is.
    var response: ResponseState
    /// Whether a final response of 400 or more came before the request's content was complete.
    var wasRejectedEarly = false

    /// Gives the exchange away, of which nothing more is asked here, so that nobody shares it with who gets it.
    mutating func take() -> Exchange {
        let result = exchange
        exchange = Self.nothing
        return result
    }

    private static let nothing = Exchange(connection: 0, client: nil, server: nil)
}
