import Exchanges
import Forms
package import Pipeline

/// What is known of one run of a case: the requests that came for it, and what the client says.
package struct TrialRecord: Sendable {
    /// The requests to the case's address, in the order in which they were complete.
    package var requests: [InspectedExchange]
    /// Other requests of the client, which bring no form to the case: their methods and targets, in order.
    package var strays: [String]
    /// How the client ended.
    package var end: DriverEnd

    /// Makes a record.
    package init(requests: [InspectedExchange], strays: [String] = [], end: DriverEnd) {
        self.requests = requests
        self.strays = strays
        self.end = end
    }

    /// The requests that were complete and were answered by success.
    var accepted: [InspectedExchange] {
        requests.filter { $0.isComplete && $0.exchange.status == 200 }
    }

    /// The boundary of the last form; `nil` where there is none.
    package var lastBoundary: [UInt8]? { requests.last { $0.form?.boundary != nil }?.form?.boundary }
}

extension InspectedExchange {
    /// Whether all of the request came.
    var isComplete: Bool { exchange.request?.content.completion == .complete }
}
