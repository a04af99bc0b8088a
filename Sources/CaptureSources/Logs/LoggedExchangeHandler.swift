/// Receives the exchanges of a log, one after another in the order of the log.
/// ```
///   begin · request · requestBytes… · response · responseBytes… · end
/// ```
/// An exchange in the form ``LoggedForm/wire`` or ``LoggedForm/masked`` has no heads: its bytes begin with
/// the start line. Calls for different exchanges are never interleaved.
package protocol LoggedExchangeHandler {
    /// An exchange begins.
    mutating func begin(_ exchange: LoggedExchange)

    /// The head of its request.
    mutating func request(_ head: LoggedRequest)

    /// The next bytes of the request's content, or of the whole request; valid only during the call.
    mutating func requestBytes(_ bytes: RawSpan)

    /// The head of its response; not called where the log has none.
    ///
    /// - Returns: whether the bytes of its content are wanted; otherwise they are not read.
    @discardableResult
    mutating func response(_ head: LoggedResponse) -> Bool

    /// The next bytes of the response's content, where they are wanted, or of the whole response.
    mutating func responseBytes(_ bytes: RawSpan)

    /// The rest of the exchange cannot be read: where its request is not complete, bytes of it are missing from the
    /// log, whatever its sender sent.
    mutating func breakOff()

    /// The log's copy of the request is damaged: any byte of it may be another one than was sent.
    mutating func damage()

    /// The exchange is complete.
    mutating func end()

    /// A fault in the log at some place; reading continues after it.
    mutating func problem(_ problem: CaptureProblem)
}

extension LoggedExchangeHandler {
    /// Passes on a request, or its content; where the log's copy of that is damaged, says so.
    mutating func readRequest(
        _ read: (inout Self) throws(CaptureProblem) -> Void
    ) throws(CaptureProblem) {
        do throws(CaptureProblem) {
            try read(&self)
        } catch {
            if error.kind == .damagedEntry { damage() }
            throw error
        }
    }

    /// Reports an exchange whose messages `read` passes on; where that fails, the exchange is broken off.
    mutating func report(
        _ exchange: LoggedExchange,
        _ read: (inout Self) throws(CaptureProblem) -> Void
    ) throws(CaptureProblem) {
        begin(exchange)
        defer { end() }
        do throws(CaptureProblem) {
            try read(&self)
        } catch {
            breakOff()
            throw error
        }
    }
}
