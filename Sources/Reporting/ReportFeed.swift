package import Pipeline

/// Takes judged exchanges from the pipeline to a reporter: those that are wanted, each counted.
package struct ReportFeed: InspectionHandler {
    private let reporter: any Reporter
    private let accepts: (InspectedExchange) -> Bool

    /// What the exchanges came to so far.
    package var totals = ReportTotals()

    /// Makes a feed.
    ///
    /// - Parameters:
    ///   - reporter: where exchanges go.
    ///   - accepts: whether an exchange is wanted.
    package init(to reporter: any Reporter, accepts: @escaping (InspectedExchange) -> Bool = { _ in true }) {
        self.reporter = reporter
        self.accepts = accepts
    }

    /// Counts the exchange and hands it on, where it is wanted.
    package mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = consume exchange
        guard accepts(exchange) else { return }
        totals.add(exchange)
        reporter.exchange(exchange)
    }
}
