/// What is told of a log of exchanges as it is read, one exchange after another in the order of the log.
/// ```
///   begin · request · requestBytes… · response · responseBytes… · end
/// ```
/// An exchange in the form ``LoggedForm/wire`` or ``LoggedForm/masked`` has no heads: its bytes begin with the start
/// line. Calls for one exchange are never mixed with those for another.
package protocol LoggedExchangeHandler {
    /// An exchange begins.
    mutating func begin(_ exchange: LoggedExchange)

    /// The head of its request.
    mutating func request(_ head: LoggedRequest)

    /// The next bytes of the request's content, or of the whole request; valid during the call only.
    mutating func requestBytes(_ bytes: RawSpan)

    /// The head of its response; not called where the log has none.
    ///
    /// - Returns: whether the bytes of its content are wanted: they need not be looked at otherwise.
    @discardableResult
    mutating func response(_ head: LoggedResponse) -> Bool

    /// The next bytes of the response's content, where they are wanted, or of the whole response.
    mutating func responseBytes(_ bytes: RawSpan)

    /// Nothing more of the exchange follows.
    mutating func end()

    /// The log is damaged, cut off or not understood at some place; the rest goes on.
    mutating func problem(_ problem: CaptureProblem)
}
