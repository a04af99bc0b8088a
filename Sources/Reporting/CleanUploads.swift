import Forms
package import Pipeline

/// Whole uploads in which nothing was found, as their share of the totals.
package struct CleanUploads: ExchangeTally, Hashable {
    /// How many there are.
    package private(set) var count = 0
    /// The number of parts of their forms.
    private(set) var parts = 0
    /// The number of bytes of their bodies.
    private(set) var bytes = 0

    /// Makes a count of zero.
    package init() {}

    /// Counts an exchange; does not, and returns false, where there is more to say of it.
    package mutating func add(_ exchange: InspectedExchange) -> Bool {
        guard let form = exchange.form, form.length > 0, exchange.findings.isEmpty, exchange.origin == nil,
            !exchange.isIncomplete, !exchange.lacksBody
        else { return false }
        count += 1
        parts += form.partCount
        bytes &+= form.length
        return true
    }
}
