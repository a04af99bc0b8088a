import Synchronization

/// Numbers the exchanges of a source, from 1; all its connections share one counter, from any thread.
package final class ExchangeNumbers: Sendable {
    private let counter = Atomic<Int>(0)

    /// Makes a counter whose first number is 1.
    package init() {}

    /// The number given last, 0 before the first.
    package var last: Int { counter.load(ordering: .relaxed) }

    /// Takes the next number.
    package func next() -> Int { counter.wrappingAdd(1, ordering: .relaxed).newValue }
}
