/// Counts exchanges of which nothing more is wanted, on the thread that inspects them: to hand an exchange on to another
/// thread costs a third of what it costs to inspect it.
package protocol ExchangeTally: Sendable {
    /// How many were counted.
    var count: Int { get }

    /// Counts an exchange; does not, and returns false, where the exchange itself is wanted.
    mutating func add(_ exchange: InspectedExchange) -> Bool
}
