import Pipeline

/// An exchange that is not complete, and of which no answer was reported.
final class RunningExchange {
    /// The request, where it has ended.
    var request: InspectedExchange?
    /// The status of the response, where its head is there.
    var status: Int?
    /// What the proxy says of an answer of its own; `nil` for one of the server's.
    var remark: String?
}
