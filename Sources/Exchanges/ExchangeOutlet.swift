/// A handler, and the count of the exchanges that it was told of.
struct ExchangeOutlet<Handler: ExchangeHandler> {
    /// Who is told.
    var handler: Handler
    /// The number given last, 0 before the first.
    var lastNumber = 0

    /// Takes the next number.
    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}
