import Testing

@testable import Pipeline

/// The numbers of a worker's exchanges in their capture.
struct ExchangeNumberingTests {
    @Test func `each exchange has the number that it was given`() {
        var numbering = ExchangeNumbering()
        for number in [3, 4, 9] { numbering.append(number) }
        #expect(numbering.takeNumber(of: 2) == 4)
        #expect(numbering.takeNumber(of: 1) == 3)
        numbering.append(12)
        #expect(numbering.takeNumber(of: 4) == 12)
        #expect(numbering.takeNumber(of: 3) == 9)
    }

    @Test(arguments: [1, 100, 5_000, 20_000])
    func `exchanges may stay open while others come and go`(_ otherCount: Int) {
        var numbering = ExchangeNumbering()
        var open: [Int] = []
        for exchange in 1...(4 * otherCount) {
            numbering.append(10 * exchange)
            if exchange % otherCount == 1 || otherCount == 1 {
                open.append(exchange)
            } else {
                #expect(numbering.takeNumber(of: exchange) == 10 * exchange)
            }
        }
        #expect(open.count == 4)
        for exchange in open.reversed() { #expect(numbering.takeNumber(of: exchange) == 10 * exchange) }
    }

    @Test func `many may be open at once`() {
        var numbering = ExchangeNumbering()
        for exchange in 1...10_000 { numbering.append(exchange + 1) }
        for exchange in 1...10_000 { #expect(numbering.takeNumber(of: exchange) == exchange + 1) }
    }
}
