/// What is told of a log of exchanges as it is read, one exchange after another in the order of the log.
/// ```
///   begin · request · requestBytes… · response · responseBytes… · end
/// ```
/// An exchange in the form ``LoggedForm/wire`` has no heads: its bytes begin with the start line. Calls for one
/// exchange are never mixed with those for another.
package protocol LoggedExchangeHandler {
    /// An exchange begins.
    mutating func begin(_ exchange: LoggedExchange)

    /// The head of its request.
    mutating func request(_ head: LoggedRequest)

    /// The next bytes of the request's content, or of the whole request; valid during the call only.
    mutating func requestBytes(_ bytes: RawSpan)

    /// The head of its response; not called where the log has none.
    mutating func response(_ head: LoggedResponse)

    /// The next bytes of the whole response; only in the form ``LoggedForm/wire``.
    mutating func responseBytes(_ bytes: RawSpan)

    /// Nothing more of the exchange follows.
    mutating func end()

    /// The log is damaged, cut off or not understood at some place; the rest goes on.
    mutating func problem(_ problem: CaptureProblem)
}
