package import Pipeline

/// Takes judged exchanges from the pipeline to a reporter: those that are wanted, each counted.
package struct ReportFeed: InspectionHandler {
    private let reporter: any Reporter
    private let accepts: (InspectedExchange) -> Bool
    private let takeKnown: ((inout InspectedExchange) -> Int)?

    /// What the exchanges came to so far.
    package var totals = ReportTotals()

    /// Makes a feed.
    ///
    /// - Parameters:
    ///   - reporter: where exchanges go.
    ///   - accepts: whether an exchange is wanted.
    ///   - takeKnown: takes findings that are known out of an exchange, and says how many there were.
    package init(
        to reporter: any Reporter,
        accepts: @escaping (InspectedExchange) -> Bool = { _ in true },
        takeKnown: ((inout InspectedExchange) -> Int)? = nil
    ) {
        self.reporter = reporter
        self.accepts = accepts
        self.takeKnown = takeKnown
    }

    /// Counts the exchange and hands it on, where it is wanted.
    package mutating func inspected(_ exchange: consuming InspectedExchange) {
        var exchange = consume exchange
        guard accepts(exchange) else { return }
        // What is known explains a server's error as well as what is new.
        totals.diagnosis?.add(exchange)
        if let takeKnown { totals.baselined += takeKnown(&exchange) }
        totals.add(exchange)
        reporter.exchange(exchange)
    }
}
