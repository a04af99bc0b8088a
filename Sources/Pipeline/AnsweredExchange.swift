import Exchanges

/// An exchange as it was judged when it was answered, before it is complete.
struct AnsweredExchange: Sendable {
    /// The exchange as it was handed on.
    let inspected: InspectedExchange
    /// Its messages as they were read: what is handed on may lack their maps.
    private let request: Message?
    private let response: Message?

    /// Keeps what was handed on of an exchange.
    init(_ inspected: InspectedExchange, of exchange: borrowing Exchange) {
        self.inspected = inspected
        request = exchange.request
        response = exchange.response
    }

    /// Whether nothing came of the exchange since.
    func isFinal(_ exchange: borrowing Exchange) -> Bool {
        // A message never changes: another one takes its place where something came after it.
        request === exchange.request && response === exchange.response
            && inspected.exchange.outcome == exchange.outcome
            && inspected.exchange.becameTunnel == exchange.becameTunnel
    }
}
