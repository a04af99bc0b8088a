import Bytes
import Connections

/// What the two streams of a connection have in common: who is the client, and which response answers what.
///
/// Responses come in the order of their requests (RFC 9112 §9.3.2). While both streams are whole from their
/// first byte on the dialogue is in step: the nth response is that to the nth request, even where the capture
/// has the response's packet first. Once heads were lost it is not, and a response that no request waits for
/// is an exchange of its own.
struct ExchangeQueue {
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
    /// The index in `pending` of the one whose request is being read.
    private(set) var openRequest: Int?
    /// The index in `pending` of the one whose response is being read.
    private(set) var openResponse: Int?
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
        case .request: if let openRequest { pending[openRequest].exchange.update(role, change) }
        case .response: if let openResponse { pending[openResponse].exchange.update(role, change) }
        }
    }

    /// The number of the exchange whose message a side is sending.
    func number(_ role: MessageRole) -> Int? {
        (role == .request ? openRequest : openResponse).map { pending[$0].number }
    }

    /// Whether the final response to the request that is being read has begun.
    var requestIsAnswered: Bool {
        guard let openRequest else { return false }
        return pending[openRequest].response == .open || pending[openRequest].response == .closed
    }

    /// Whether the server asked for the content of the request that is being read (RFC 9110 §15.2.1).
    var requestMayContinue: Bool {
        guard let openRequest else { return false }
        return pending[openRequest].exchange.informational.contains(100)
    }

    /// A request line was seen: the exchange begins.
    mutating func beginRequest(
        method: String,
        target: String,
        version: String,
        _ handler: inout some ExchangeHandler
    ) {
        let index: Int
        if isInStep, let early = pending.firstIndex(where: { $0.request == .expected }) {
            index = early
        } else {
            if pending.count >= limits.pipelinedRequests { loseResponses(&handler) }
            hasLostRequests = hasLostRequests && pending.contains { $0.response == .awaited }
            index = pending.count
            pending.append(
                PendingExchange(
                    number: numbers.next(),
                    exchange: Exchange(on: summary, client: isFile ? nil : client),
                    request: .open,
                    response: hasLostRequests ? .lost : .awaited
                )
            )
        }
        pending[index].request = .open
        pending[index].exchange.begin(method: method, target: target, version: version)
        openRequest = index
    }

    /// The head of the request is complete, or as complete as it gets.
    mutating func takeRequestHead(
        _ message: consuming Message,
        _ handler: inout some ExchangeHandler
    ) -> ContentInterest {
        guard let openRequest else { return .skipped }
        pending[openRequest].exchange.request = consume message
        return handler.requestHead(pending[openRequest].number, pending[openRequest].exchange)
    }

    /// The content of the request is complete.
    mutating func completeRequestContent() {
        if let openRequest { pending[openRequest].request = .contentComplete }
    }

    /// Nothing more of the request follows.
    mutating func closeRequest(
        _ completion: MessageCompletion,
        _ handler: inout some ExchangeHandler
    ) {
        guard let index = openRequest else { return }
        pending[index].exchange.update(.request) { $0.completion = completion }
        if completion == .closedEarly || completion == .reset {
            pending[index].exchange.outcome = pending[index].wasRejectedEarly ? .rejectedEarly : .cutOff
        }
        pending[index].request = .closed
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
        guard let index = firstAwaiting,
            pending[index].exchange.informational.count < limits.informationalResponses
        else { return }
        pending[index].exchange.informational.append(status)
    }

    /// The method of the request that the next response answers; `nil` where there is none.
    var awaitingMethod: String? {
        firstAwaiting.map { pending[$0].exchange.method }
    }

    /// The head of a final response is complete, or as complete as it gets.
    mutating func takeResponseHead(
        _ message: consuming Message,
        status: Int,
        reason: String,
        _ handler: inout some ExchangeHandler
    ) -> ContentInterest {
        let index = firstAwaiting ?? beginResponseAlone(version: message.version, &handler)
        pending[index].wasRejectedEarly = status >= 400 && pending[index].request == .open
        pending[index].response = .open
        pending[index].exchange.take(consume message, status: status, reason: reason)
        openResponse = index
        return handler.responseHead(pending[index].number, pending[index].exchange)
    }

    /// Nothing more of the response follows.
    mutating func closeResponse(
        _ completion: MessageCompletion,
        _ handler: inout some ExchangeHandler
    ) {
        guard let index = openResponse else { return }
        pending[index].exchange.update(.response) { $0.completion = completion }
        pending[index].response = .closed
        openResponse = nil
        settle(&handler)
    }

    /// The heads of responses may have been lost: those that come cannot be matched with the requests that
    /// wait.
    mutating func loseResponses(_ handler: inout some ExchangeHandler) {
        isInStep = false
        for index in pending.indices where pending[index].response == .awaited {
            pending[index].response = .lost
        }
        settleAll(&handler)
    }

    /// A stream has ended, and its last message was closed.
    mutating func end(_ role: MessageRole, _ handler: inout some ExchangeHandler) {
        if role == .request { requestsEnded = true } else { responsesEnded = true }
        settleAll(&handler)
    }

    /// The index in `pending` of the exchange that the next final response belongs to.
    var firstAwaiting: Int? {
        pending.firstIndex { $0.response == .awaited }
    }

    private mutating func beginResponseAlone(
        version: String,
        _ handler: inout some ExchangeHandler
    ) -> Int {
        if pending.count >= limits.pipelinedRequests {
            isInStep = false
            settleAll(&handler)
        }
        var exchange = Exchange(on: summary, client: isFile ? nil : client)
        exchange.applicationProtocol = ApplicationProtocol(version: version)
        pending.append(
            PendingExchange(
                number: numbers.next(),
                exchange: exchange,
                request: .expected,
                response: .awaited
            )
        )
        return pending.count - 1
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
        var entry = remove(at: index)
        handler.completed(entry.number, entry.take())
    }

    /// Takes an exchange out of the queue, of which no message is being read.
    mutating func remove(at index: Int) -> PendingExchange {
        if let open = openRequest, open > index { openRequest = open - 1 }
        if let open = openResponse, open > index { openResponse = open - 1 }
        return pending.remove(at: index)
    }
}
