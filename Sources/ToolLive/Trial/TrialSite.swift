import Bytes
import Exchanges
import Inspection
import Pipeline
import Recording
import Trials

/// The site of `partwise trial`: behaves as the case has it, and keeps the requests that come for it.
final class TrialSite: SinkSite {
    private let book: TrialBook
    private let host: TrialHost?

    /// Makes a site.
    ///
    /// - Parameters:
    ///   - book: keeps the requests.
    ///   - host: lists the cases, where clients fetch them.
    init(_ book: TrialBook, _ host: TrialHost? = nil) {
        self.book = book
        self.host = host
    }

    func behavior(at path: String) -> ServerBehavior {
        guard let address = TrialAddress(path: path), address.rest.isEmpty,
            let trial = book.trial(at: address)
        else { return ServerBehavior() }
        var behavior = trial.server
        behavior.redirectPath = address.redirectPath
        return behavior
    }

    func answer(to exchange: InspectedExchange, _ request: SinkRequest?) -> SinkAnswer {
        if let request, let answer = host?.answer(to: exchange, request) { return answer }
        guard let request, let address = TrialAddress(path: request.path), book.trial(at: address) != nil
        else {
            return SinkAnswer(status: 404, body: "No case runs at this address.\n")
        }
        guard exchange.exchange.request?.content.completion == .complete else {
            return SinkAnswer(status: 400, body: "The request is not complete.\n")
        }
        let count = exchange.exchange.request?.content.bodyLength ?? 0
        return SinkAnswer(
            status: 200,
            contentType: "application/json",
            body: "{\"case\": \"\(address.trial)\", \"received\": \(count)}\n"
        )
    }

    /// The request is kept as it is now: it is complete when its connection is used again or closed, and the client may
    /// say before that how it went.
    func answered(_ exchange: InspectedExchange, with status: Int) {
        add(exchange.answered(with: status), isComplete: false)
    }

    func take(_ result: InspectionResult) {
        switch result {
        case .completed(let exchange): add(exchange, isComplete: true)
        case .content(_, _, let bytes): book.receivedShrinkingContent(bytes.count)
        default: break
        }
    }

    private func add(_ exchange: InspectedExchange, isComplete: Bool) {
        let address = TrialAddress(path: String(exchange.exchange.target.prefix { $0 != "?" }))
        let mayBringForm = !["GET", "HEAD", "OPTIONS"].contains(exchange.exchange.method)
        if mayBringForm, let address, address.rest.isEmpty || address.isRedirected,
            book.trial(at: address) != nil
        {
            return book.add(exchange, at: address, isComplete: isComplete)
        }
        // What a browser fetches besides, and what clients ask the host for, has not gone astray.
        guard address != nil || mayBringForm && host == nil else { return }
        book.addStray(exchange, of: address?.client)
    }

    /// A connection without a request: what the client makes of that is its result.
    func note(_ text: String) {}

    func finish(connections: Int) {}
}
