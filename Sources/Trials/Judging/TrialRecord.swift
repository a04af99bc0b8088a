import Exchanges
import Forms
package import Pipeline

/// What is known of one run of a case: the requests that came for it, and what the client says.
package struct TrialRecord: Sendable {
    /// The requests to the case's address, in the order in which they were complete.
    package var requests: [InspectedExchange]
    /// How the client ended.
    package var end: DriverEnd

    /// Makes a record.
    package init(requests: [InspectedExchange], end: DriverEnd) {
        self.requests = requests
        self.end = end
    }

    /// The requests that were complete and were answered by success.
    var accepted: [InspectedExchange] {
        requests.filter { exchange in
            exchange.exchange.request?.content.completion == .complete && exchange.exchange.status == 200
        }
    }

    /// The boundary of the last form; `nil` where there is none.
    package var lastBoundary: [UInt8]? { requests.last { $0.form?.boundary != nil }?.form?.boundary }
}
