import Synchronization

/// The last few uploads of a source that were not accepted with 2xx: what a client sends next may follow from
/// them.
///
/// One history serves all connections of a source, because a client may try again on another one.
package final class RetryHistory: Sendable {
    /// How many uploads are remembered: clients try again soon.
    package static let capacity = 8

    private let requests = Mutex<[PriorRequest]>([])

    /// Makes an empty history.
    package init() {}

    /// Remembers an upload.
    package func remember(_ request: PriorRequest) {
        requests.withLock { requests in
            if requests.count == Self.capacity { requests.removeFirst() }
            requests.append(request)
        }
    }

    /// Whether one of the remembered uploads was redirected to the path of a target, on whichever host.
    package func redirects(toPathOf target: String) -> Bool {
        requests.withLock { $0.contains { $0.redirects(toPathOf: target) } }
    }

    /// The remembered uploads from which a request of the same client may follow, the oldest first: those
    /// that were redirected to its target, and those that had the same target.
    package func bearing(on exchange: borrowing Exchange) -> [PriorRequest] {
        let remembered = requests.withLock { $0 }
        guard !remembered.isEmpty else { return [] }
        var result: [PriorRequest] = []
        for request in remembered where request.isOfSameClient(as: exchange) {
            if request.hasSameTarget(as: exchange) || request.leads(to: exchange) { result.append(request) }
        }
        return result
    }
}
