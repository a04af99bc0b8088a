package import Inspection
package import Pipeline

/// Passes judged exchanges from the pipeline to a reporter: the selected ones, each counted.
package struct ReportFeed: InspectionHandler {
    private let reporter: any Reporter
    private let seen: (Int) -> Void
    private let accepts: ((InspectedExchange) -> Bool)?
    private let takeKnown: ((inout InspectedExchange) -> Int)?
    private let reportsRequests: Bool
    /// Whether nothing is done with exchanges but what may be done in any order.
    package let makesTexts: Bool

    /// The totals so far.
    package var totals: ReportTotals
    /// Those before the capture.
    private let former: ReportTotals

    /// Makes a feed.
    ///
    /// - Parameters:
    ///   - reporter: receives the exchanges.
    ///   - totals: those of the captures so far.
    ///   - seen: is called with the number of further exchanges, selected or not.
    ///   - accepts: whether an exchange is selected; `nil` where all are.
    ///   - takeKnown: removes known findings from an exchange, and returns their number.
    ///   - reportsRequests: whether what is found in a request that has ended is passed on. Known findings can be taken
    ///     once for each exchange: where there may be any, the complete one is waited for.
    package init(
        to reporter: any Reporter,
        totals: ReportTotals = ReportTotals(),
        seen: @escaping (Int) -> Void = { _ in },
        accepts: ((InspectedExchange) -> Bool)? = nil,
        takeKnown: ((inout InspectedExchange) -> Int)? = nil,
        reportsRequests: Bool = true
    ) {
        self.reporter = reporter
        self.totals = totals
        former = totals
        self.seen = seen
        self.accepts = accepts
        self.takeKnown = takeKnown
        self.reportsRequests = reportsRequests
        makesTexts = accepts == nil && takeKnown == nil && totals.diagnosis == nil && reporter.makesTexts
    }

    /// Whole uploads in which nothing of this severity or a greater one was found need only be counted; `nil` where each
    /// upload is wanted.
    package var countsUploadsBelow: Severity? {
        let wantsAll =
            accepts != nil || takeKnown != nil || totals.diagnosis != nil || totals.credentials != nil
        return wantsAll ? nil : reporter.countsUploadsBelow
    }

    /// Takes what was counted.
    package mutating func counted(_ uploads: CountedUploads) {
        seen(uploads.count)
        totals.add(uploads)
    }

    /// Counts the exchange and passes it on, if it is selected.
    package mutating func inspected(_ exchange: consuming InspectedExchange) {
        seen(1)
        guard accepts?(exchange) ?? true else { return }
        // Known findings explain a server's error as well as new ones.
        totals.diagnosis?.add(exchange)
        guard let takeKnown else { return report(exchange) }
        var exchange = consume exchange
        totals.baselined += takeKnown(&exchange)
        report(exchange)
    }

    /// Counts an upload, and has its text made.
    package mutating func text(of exchange: InspectedExchange) -> [UInt8]? {
        guard makesTexts, totals.countsInAnyOrder(exchange), let text = reporter.text(of: exchange) else {
            return nil
        }
        totals.add(exchange)
        return text
    }

    /// Passes it on.
    package mutating func inspected(text: [UInt8]) {
        seen(1)
        reporter.exchange(text: text)
    }

    /// Forgets what was counted.
    package mutating func restarted() {
        if makesTexts { totals = former }
    }

    /// Counts the exchange again.
    package mutating func repeated(_ exchange: InspectedExchange) {
        if makesTexts { totals.add(exchange) }
    }

    private mutating func report(_ exchange: borrowing InspectedExchange) {
        totals.add(exchange)
        reporter.exchange(exchange)
    }

    /// Passes on what is found in a request that has ended, if its exchange is selected so far.
    package mutating func requestEnded(_ exchange: InspectedExchange) {
        guard reportsRequests, accepts?(exchange) ?? true else { return }
        reporter.requestEnded(exchange)
    }
}
