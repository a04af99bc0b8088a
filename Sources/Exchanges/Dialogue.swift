import Bytes
import Connections

/// What the two streams of a connection have in common: who is the client, and which response answers what.
///
/// Responses come in the order of their requests (RFC 9112 §9.3.2). While both streams are whole from their
/// first byte on the dialogue is in step: the nth response is that to the nth request, even where the capture
/// has the response's packet first. Once heads were lost it is not, and a response that no request waits for
/// is an exchange of its own.
struct Dialogue {
    /// The connection.
    let summary: ConnectionSummary
    /// How much is kept.
    let limits: ExchangeLimits
    /// Which end sends the requests, once known.
    private(set) var client: Side?
    /// Why the connection is not read any more.
    var opaque: OpaqueReason?
    /// What reads the connection from here on, where it turned out to be HTTP/2.
    var http2: HTTP2Connection?

    /// The numbers that its exchanges get.
    let numbers: ExchangeNumbers
    /// Whether there is no connection but a file.
    let isFile: Bool
    /// The exchanges that are not handed on, in the order of their requests.
    var pending: [PendingExchange] = []
    /// The one whose request is being read.
    var openRequest: PendingExchange?
    /// The one whose response is being read.
    var openResponse: PendingExchange?
    private var isInStep: Bool
    private var hasLostRequests = false
    /// Whether no more requests come.
    var requestsEnded = false
    /// Whether no more responses come.
    var responsesEnded = false

    /// Makes the dialogue of a connection that was just opened, or of a file, which has no ends.
    init(
        _ summary: ConnectionSummary,
        limits: ExchangeLimits,
        numbers: ExchangeNumbers,
        isFile: Bool = false
    ) {
        self.summary = summary
        self.limits = limits
        self.numbers = numbers
        self.isFile = isFile
        isInStep = summary.sawHandshake
    }

    /// What a side sends; `nil` before either side was understood.
    func role(of side: Side) -> MessageRole? {
        client.map { $0 == side ? .request : .response }
    }

    /// The role of the side whose start line was seen first decides who is the client.
    mutating func recognize(_ side: Side, as role: MessageRole) {
        client = role == .request ? side : side.other
    }

    /// Changes the message that a side is sending.
    mutating func update(_ role: MessageRole, _ change: (inout Message) -> Void) {
        switch role {
        case .request: openRequest?.exchange.request?.change(change)
        case .response: openResponse?.exchange.response?.change(change)
        }
    }

    /// The number of the exchange whose message a side is sending.
    func number(_ role: MessageRole) -> Int? {
        role == .request ? openRequest?.number : openResponse?.number
    }

    /// Whether the final response to the request that is being read has begun.
    var requestIsAnswered: Bool {
        guard let openRequest else { return false }
        return openRequest.response == .open || openRequest.response == .closed
    }

    /// Whether the server asked for the content of the request that is being read (RFC 9110 §15.2.1).
    var requestMayContinue: Bool {
        guard let openRequest else { return false }
        return openRequest.exchange.informational.contains(100)
    }

    /// A request line was seen: the exchange begins.
    mutating func beginRequest(
        method: String,
        target: String,
        version: String,
        _ handler: inout some ExchangeHandler
    ) {
        let entry: PendingExchange
        if isInStep, let early = pending.first(where: { $0.request == .expected }) {
            entry = early
        } else {
            if pending.count >= limits.pipelinedRequests { loseResponses(&handler) }
            hasLostRequests = hasLostRequests && pending.contains { $0.response == .awaited }
            entry = PendingExchange(
                number: numbers.next(),
                exchange: emptyExchange(version: version),
                request: .open,
                response: hasLostRequests ? .lost : .awaited
            )
            pending.append(entry)
        }
        entry.request = .open
        entry.exchange.method = method
        entry.exchange.target = target
        entry.exchange.applicationProtocol = ApplicationProtocol(version: version)
        openRequest = entry
    }

    /// The head of the request is complete, or as complete as it gets.
    mutating func takeRequestHead(
        _ message: consuming Message,
        _ handler: inout some ExchangeHandler
    ) -> ContentInterest {
        guard let openRequest else { return .skipped }
        openRequest.exchange.request = consume message
        return handler.requestHead(openRequest.number, openRequest.exchange)
    }

    /// The content of the request is complete.
    mutating func completeRequestContent() {
        if let openRequest { openRequest.request = .contentComplete }
    }

    /// Nothing more of the request follows.
    mutating func closeRequest(
        _ completion: MessageCompletion,
        _ handler: inout some ExchangeHandler
    ) {
        guard let entry = openRequest else { return }
        entry.exchange.request?.completion = completion
        if completion == .closedEarly || completion == .reset {
            entry.exchange.outcome = entry.wasRejectedEarly ? .rejectedEarly : .cutOff
        }
        entry.request = .closed
        openRequest = nil
        settle(&handler)
    }

    /// The heads of requests may have been lost.
    mutating func loseRequests(_ handler: inout some ExchangeHandler) {
        isInStep = false
        hasLostRequests = true
        settleAll(&handler)
    }

    /// An informational response other than 101 was seen (RFC 9110 §15.2).
    mutating func takeInformational(_ status: Int) {
        guard let entry = firstAwaiting,
            entry.exchange.informational.count < limits.informationalResponses
        else { return }
        entry.exchange.informational.append(status)
    }

    /// The method of the request that the next response answers; `nil` where there is none.
    var awaitingMethod: String? {
        firstAwaiting?.exchange.method
    }

    /// The head of a final response is complete, or as complete as it gets.
    mutating func takeResponseHead(
        _ message: consuming Message,
        status: Int,
        reason: String,
        _ handler: inout some ExchangeHandler
    ) -> ContentInterest {
        let entry = firstAwaiting ?? beginResponseAlone(version: message.version, &handler)
        entry.wasRejectedEarly = status >= 400 && entry.request == .open
        entry.response = .open
        entry.exchange.response = consume message
        entry.exchange.status = status
        entry.exchange.reason = reason
        openResponse = entry
        return handler.responseHead(entry.number, entry.exchange)
    }

    /// Nothing more of the response follows.
    mutating func closeResponse(
        _ completion: MessageCompletion,
        _ handler: inout some ExchangeHandler
    ) {
        guard let entry = openResponse else { return }
        entry.exchange.response?.completion = completion
        entry.response = .closed
        openResponse = nil
        settle(&handler)
    }

    /// The heads of responses may have been lost: those that come cannot be matched with the requests that
    /// wait.
    mutating func loseResponses(_ handler: inout some ExchangeHandler) {
        isInStep = false
        for entry in pending where entry.response == .awaited {
            entry.response = .lost
        }
        settleAll(&handler)
    }

    /// A stream has ended, and its last message was closed.
    mutating func end(_ role: MessageRole, _ handler: inout some ExchangeHandler) {
        if role == .request { requestsEnded = true } else { responsesEnded = true }
        settleAll(&handler)
    }

    /// The exchange that the next final response belongs to.
    var firstAwaiting: PendingExchange? {
        pending.first { $0.response == .awaited }
    }

    private func emptyExchange(version: String) -> Exchange {
        var exchange = Exchange(on: summary, client: isFile ? nil : client)
        exchange.applicationProtocol = ApplicationProtocol(version: version)
        return exchange
    }

    private mutating func beginResponseAlone(
        version: String,
        _ handler: inout some ExchangeHandler
    ) -> PendingExchange {
        if pending.count >= limits.pipelinedRequests {
            isInStep = false
            settleAll(&handler)
        }
        let entry = PendingExchange(
            number: numbers.next(),
            exchange: emptyExchange(version: version),
            request: .expected,
            response: .awaited
        )
        pending.append(entry)
        return entry
    }

    private func isSettled(_ entry: PendingExchange) -> Bool {
        switch entry.response {
        case .open: return false
        case .awaited where !responsesEnded: return false
        case .awaited, .closed, .lost: break
        }
        switch entry.request {
        case .closed: return true
        case .expected: return !isInStep || requestsEnded
        case .open, .contentComplete: return false
        }
    }

    /// Hands on what is over at the front of the queue.
    private mutating func settle(_ handler: inout some ExchangeHandler) {
        while let first = pending.first, isSettled(first) { handOn(0, &handler) }
    }

    /// Hands on what is over anywhere in the queue.
    mutating func settleAll(_ handler: inout some ExchangeHandler) {
        var index = 0
        while index < pending.count {
            if isSettled(pending[index]) { handOn(index, &handler) } else { index += 1 }
        }
    }

    private mutating func handOn(_ index: Int, _ handler: inout some ExchangeHandler) {
        let entry = pending.remove(at: index)
        handler.completed(entry.number, entry.take())
    }
}
