import Inspection
import Pipeline
import Recording

/// What stands behind the address of a sink: how it behaves, what it answers, and what it reports.
///
/// One event loop's, as the sink is.
protocol SinkSite: AnyObject {
    /// How requests to a path are treated.
    func behavior(at path: String) -> ServerBehavior
    /// The answer to a request that has ended, unless its path redirects or asks for credentials.
    func answer(to exchange: InspectedExchange, _ request: SinkRequest?) -> SinkAnswer
    /// A request has ended, and gets an answer of this status.
    func answered(_ exchange: InspectedExchange, with status: Int)
    /// What else is known of requests.
    func take(_ result: InspectionResult)
    /// A remark that is about no request.
    func note(_ text: String)
    /// No request follows.
    func finish(connections: Int)
}
