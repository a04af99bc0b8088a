/// The numbers of the exchanges of a capture, which all its connections draw from in the order of first bytes.
final class ExchangeNumbers {
    /// The number given last, 0 before the first.
    private(set) var last = 0

    /// Takes the next number.
    func next() -> Int {
        last += 1
        return last
    }
}
