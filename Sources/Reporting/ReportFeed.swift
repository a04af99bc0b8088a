package import Pipeline

/// Passes judged exchanges from the pipeline to a reporter: the selected ones, each counted.
package struct ReportFeed: InspectionHandler {
    private let reporter: any Reporter
    private let seen: () -> Void
    private let accepts: (InspectedExchange) -> Bool
    private let takeKnown: ((inout InspectedExchange) -> Int)?
    private let reportsRequests: Bool

    /// The totals so far.
    package var totals = ReportTotals()

    /// Makes a feed.
    ///
    /// - Parameters:
    ///   - reporter: receives the exchanges.
    ///   - seen: is called once for each exchange, selected or not.
    ///   - accepts: whether an exchange is selected.
    ///   - takeKnown: removes known findings from an exchange, and returns their number.
    ///   - reportsRequests: whether what is found in a request that has ended is passed on. Known findings can be taken
    ///     once for each exchange: where there may be any, the complete one is waited for.
    package init(
        to reporter: any Reporter,
        seen: @escaping () -> Void = {},
        accepts: @escaping (InspectedExchange) -> Bool = { _ in true },
        takeKnown: ((inout InspectedExchange) -> Int)? = nil,
        reportsRequests: Bool = true
    ) {
        self.reporter = reporter
        self.seen = seen
        self.accepts = accepts
        self.takeKnown = takeKnown
        self.reportsRequests = reportsRequests
    }

    /// Counts the exchange and passes it on, if it is selected.
    package mutating func inspected(_ exchange: consuming InspectedExchange) {
        var exchange = consume exchange
        seen()
        guard accepts(exchange) else { return }
        // Known findings explain a server's error as well as new ones.
        totals.diagnosis?.add(exchange)
        if let takeKnown { totals.baselined += takeKnown(&exchange) }
        totals.add(exchange)
        reporter.exchange(exchange)
    }

    /// Passes on what is found in a request that has ended, if its exchange is selected so far.
    package mutating func requestEnded(_ exchange: InspectedExchange) {
        guard reportsRequests, accepts(exchange) else { return }
        reporter.requestEnded(exchange)
    }
}
