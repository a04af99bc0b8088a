package import Exchanges
package import Pipeline

/// An exchange to write in another format: its facts and its bytes.
package struct ConvertedExchange {
    /// The judged exchange.
    package let inspected: InspectedExchange
    /// Its bytes.
    package let kept: KeptExchange

    /// Joins what was judged with its bytes.
    package init(inspected: InspectedExchange, kept: KeptExchange) {
        self.inspected = inspected
        self.kept = kept
    }

    /// Its number in the capture, from 1.
    package var number: Int { inspected.number }
    /// The exchange.
    package var exchange: Exchange { inspected.exchange }
}

/// Writes exchanges in one format.
package protocol ConversionTarget: AnyObject {
    /// What could not be represented so far.
    var remarks: ConversionRemarks { get }

    /// The number of exchanges written.
    var writtenCount: Int { get }

    /// Writes the next exchange, or records why it is left out.
    func write(_ exchange: ConvertedExchange) throws

    /// All exchanges have been written.
    func finish() throws
}

/// What a target could not represent, each kind once with the numbers of the exchanges.
package struct ConversionRemarks {
    /// The number of exchange numbers that are named; others are counted.
    private static let namedNumbers = 5

    private var kinds: [(text: String, numbers: [Int], count: Int)] = []

    /// Begins without remarks.
    package init() {}

    /// Adds a remark on an exchange.
    package mutating func add(_ text: String, of number: Int) {
        guard let index = kinds.firstIndex(where: { $0.text == text }) else {
            kinds.append((text, [number], 1))
            return
        }
        guard kinds[index].numbers.last != number else { return }
        kinds[index].count += 1
        if kinds[index].numbers.count < Self.namedNumbers { kinds[index].numbers.append(number) }
    }

    /// One line for each kind: `exchanges 1, 3 and 7: …`.
    package var lines: [String] {
        kinds.map { kind in
            let numbers = kind.numbers.map(String.init)
            if kind.count == 1 { return "exchange \(numbers[0]): \(kind.text)" }
            let rest = kind.count - numbers.count
            let last = rest > 0 ? "\(rest) more" : numbers[numbers.count - 1]
            let first = rest > 0 ? numbers : numbers.dropLast()
            return "exchanges \(first.joined(separator: ", ")) and \(last): \(kind.text)"
        }
    }
}
