import Foundation

/// How much of a test that repeats itself over very many inputs is run.
///
/// At the desk such a test runs over a sample, which is the same in every run. `make test-all` sets
/// `PARTWISE_TEST_ALL=1`: then it runs over all inputs. Nothing else that a test does depends on it.
package enum TestScope {
    /// Whether tests run over all their inputs.
    package static let isWhole = ProcessInfo.processInfo.environment["PARTWISE_TEST_ALL"] == "1"

    /// Whether tests run with a sanitizer, which takes memory and time of its own.
    package static let isSanitized = ProcessInfo.processInfo.environment["PARTWISE_SANITIZED"] == "1"

    /// The elements that a test runs over: all of them where ``isWhole``, else those that a seed draws.
    ///
    /// - Parameters:
    ///   - elements: what the test could run over.
    ///   - limit: the greatest number of elements that are drawn at the desk.
    ///   - seed: what the draw depends on: another seed gives other elements.
    /// - Returns: elements in their order.
    package static func sample<Elements: RandomAccessCollection>(
        of elements: Elements,
        atMost limit: Int,
        seed: UInt64
    ) -> [Elements.Element] {
        isWhole ? Array(elements) : draw(limit, from: elements, seed: seed)
    }

    /// Draws elements, in their order; all of them where there are no more than `limit`.
    ///
    /// One is drawn from each of `limit` stretches of equal length, so that no long stretch is left out.
    package static func draw<Elements: RandomAccessCollection>(
        _ limit: Int,
        from elements: Elements,
        seed: UInt64
    ) -> [Elements.Element] {
        let count = elements.count
        guard count > limit else { return Array(elements) }
        var generator = SeededGenerator(seed)
        return (0..<limit).map { stretch in
            let range = (count * stretch / limit)..<(count * (stretch + 1) / limit)
            let offset = Int.random(in: range, using: &generator)
            return elements[elements.index(elements.startIndex, offsetBy: offset)]
        }
    }
}
