import Exchanges
import Inspection

/// Whole uploads in which nothing was found.
///
/// Where no more than their number is wanted, the thread that inspects them counts them: to hand an exchange on to another
/// thread costs a third of what it costs to inspect it.
package struct CleanUploads: Hashable, Sendable {
    /// How many there are.
    package private(set) var count = 0
    /// The number of parts of their forms.
    package private(set) var parts = 0
    /// The number of bytes of their bodies.
    package private(set) var bytes = 0

    /// Makes a count of zero.
    package init() {}

    /// Counts an exchange; does not, and returns false, where there is more to say of it.
    package mutating func add(_ exchange: InspectedExchange) -> Bool {
        guard exchange.findings.isEmpty, exchange.origin == nil, let form = exchange.form else {
            return false
        }
        return add(exchange.exchange, FormExtent(form), exchange.decoding)
    }

    /// Counts an exchange in which nothing was found; does not, and returns false, where its upload is not whole.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - form: the form in the request's body.
    ///   - decoding: what taking the content codings off that came to.
    /// - Returns: whether it was counted.
    mutating func add(
        _ exchange: borrowing Exchange,
        _ form: FormExtent,
        _ decoding: ContentDecoding?
    ) -> Bool {
        guard form.length > 0, !exchange.isIncomplete(decoding) else { return false }
        count += 1
        parts += form.partCount
        bytes &+= form.length
        return true
    }
}
