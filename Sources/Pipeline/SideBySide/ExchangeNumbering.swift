/// The numbers that exchanges of a worker have in their capture, by those that the worker gave them, from 1 on.
struct ExchangeNumbering {
    /// Those of the exchange `first` and of the ones after it; 0 for what was taken.
    private var numbers: [Int] = []
    /// Where those begin that were not all taken.
    private var start = 0
    private var first = 1
    /// Those of exchanges that stay open while many others come and go.
    private var early: [Int: Int] = [:]

    /// How many numbers are kept for the sake of the first of them.
    private static let limit = 4_096

    /// Gives the worker's next exchange its number.
    mutating func append(_ number: Int) {
        numbers.append(number)
        guard numbers.count - start > Self.limit else { return }
        early[first + start] = numbers[start]
        numbers[start] = 0
        removeTaken()
    }

    /// The number of an exchange that is completed.
    mutating func takeNumber(of exchange: Int) -> Int {
        let index = exchange - first
        guard index >= start else { return early.removeValue(forKey: exchange) ?? exchange }
        guard index < numbers.count, numbers[index] != 0 else { return exchange }
        let number = numbers[index]
        numbers[index] = 0
        removeTaken()
        return number
    }

    /// Passes over those at the beginning that were taken; their room is used again once it is the greater part.
    private mutating func removeTaken() {
        while start < numbers.count, numbers[start] == 0 { start += 1 }
        guard start == numbers.count || start >= Self.limit else { return }
        first += start
        numbers.removeSubrange(..<start)
        start = 0
    }
}
