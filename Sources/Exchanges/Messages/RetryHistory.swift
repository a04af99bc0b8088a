import Synchronization

/// The last few uploads of a source that were not simply accepted: what a client sends next may follow from them.
///
/// One history serves all connections of a source, for a client that tries again may do so on another one.
package final class RetryHistory: Sendable {
    /// How many uploads are remembered: those of a client that tries again come one after the other.
    package static let capacity = 8

    private let requests = Mutex<[PriorRequest]>([])

    /// Makes an empty history.
    package init() {}

    /// Remembers an upload, unless its response says that all is well (2xx).
    ///
    /// What it keeps of the request it shares with it: nothing is copied.
    package func remember(_ exchange: borrowing Exchange, number: Int) {
        if let status = exchange.status, (200..<300).contains(status) { return }
        guard let request = PriorRequest(exchange, number: number) else { return }
        requests.withLock { requests in
            if requests.count == Self.capacity { requests.removeFirst() }
            requests.append(request)
        }
    }

    /// The remembered uploads from which a request of the same client may follow, the oldest first: those that were
    /// redirected to where it goes, and those that went there themselves.
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
