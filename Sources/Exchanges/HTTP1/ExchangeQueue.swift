import Bytes

/// The state that the two directions of an HTTP/1 connection share: which end is the client, and which
/// response answers which request.
///
/// Responses come in the order of their requests (RFC 9112 §9.3.2). While both streams are complete from
/// their first byte on, the nth response answers the nth request, even where the capture has the response's
/// packet first. Once heads are missing this no longer holds, and a response that no request waits for is an
/// exchange of its own.
///
/// As many requests wait as there is memory for. Beyond that, those that have waited for longest are completed without
/// their responses; these are counted, so that the other requests keep theirs.
struct ExchangeQueue: Sendable {
    /// The connection.
    let summary: ConnectionSummary
    /// How much is kept.
    let limits: ExchangeLimits
    /// Whether the source is a file, without a connection.
    let isFile: Bool
    /// Whether the contents of responses are reported.
    let responseContents: ResponseContents
    /// Which end sends the requests, once known.
    private(set) var client: Side?
    /// The protocol that the connection switched to; `nil` while it is read as HTTP/1.
    var switched: ProtocolSwitch?

    /// Gives its exchanges their numbers.
    let numbers: ExchangeNumbers
    /// The slots of its exchanges.
    var slots = SlotPool()
    /// The exchanges that are not completed, in the order of their requests.
    var pending = PendingExchanges()
    /// The index in `pending` of the one whose request is being read.
    var openRequest: Int?
    /// The index in `pending` of the one whose response is being read.
    var openResponse: Int?
    /// Whether the nth response answers the nth request.
    var isInStep: Bool
    /// Whether requests may be missing among those that wait.
    private var hasLostRequests = false
    /// Whether bytes that are no request came since the last one: a response that no request waits for answers them.
    var hasStrayLines = false
    /// The number of exchanges in `pending` of which only the response was seen.
    var expectedCount = 0
    /// The number of responses to come that belong to requests completed without them, before those in `pending`.
    var overdueCount = 0
    /// The memory that many requests that wait are taken from; `nil` where they get none.
    let memory: MemoryBudget?
    /// What they have of it.
    var waitingMemory: MemoryShare?
    /// What those take that were counted, in bytes.
    var waitingBytes = 0
    /// Whether no more requests come.
    var requestsEnded = false
    /// Whether no more responses come.
    var responsesEnded = false
    /// Whether the server has finished its stream, or reset the connection, before the client did.
    var serverHasClosed = false

    /// Makes the queue of a connection that was just opened, or of a file, which has no ends.
    init(
        _ summary: ConnectionSummary,
        limits: ExchangeLimits,
        numbers: ExchangeNumbers,
        memory: MemoryBudget?,
        isFile: Bool = false,
        responseContents: ResponseContents
    ) {
        self.summary = summary
        self.limits = limits
        self.numbers = numbers
        self.memory = memory
        self.isFile = isFile
        self.responseContents = responseContents
        isInStep = summary.sawHandshake
    }

    /// What a side sends; `nil` before either side was recognised.
    func role(of side: Side) -> MessageRole? {
        client.map { $0 == side ? .request : .response }
    }

    /// Decides which end is the client, by the role of the side whose start line was seen first.
    mutating func recognize(_ side: Side, as role: MessageRole) {
        client = role == .request ? side : side.other
    }

    // What follows is `mutating`, though it changes nothing, so that the queue is not copied for each call.

    /// The exchange whose message a side is sending.
    mutating func exchange(_ role: MessageRole) -> ExchangeID? {
        guard let index = role == .request ? openRequest : openResponse else { return nil }
        return pending[index].id
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

    /// The method of the request that the next response answers; `nil` where there is none.
    var awaitingMethod: String? {
        mutating get {
            guard let index = nextAnswered else { return nil }
            return pending[index].exchange.method
        }
    }

    /// The exchange that the next final response belongs to; `nil` where its request was not seen.
    var awaitingExchange: ExchangeID? {
        mutating get {
            guard let index = nextAnswered else { return nil }
            return pending[index].id
        }
    }

    /// The index in `pending` of the exchange that the next final response belongs to; `nil` where there is none.
    var nextAnswered: Int? { mutating get { overdueCount > 0 ? nil : firstAwaiting } }

    /// The index in `pending` of the first exchange that waits for its final response.
    ///
    /// Those before it are few: messages that are being read, and responses alone.
    var firstAwaiting: Int? {
        mutating get {
            for index in pending.indices where pending[index].response == .awaited { return index }
            return nil
        }
    }
}

// MARK: Requests

extension ExchangeQueue {
    /// The index in `pending` of the first exchange of which only the response was seen.
    private var firstExpected: Int? {
        guard expectedCount > 0 else { return nil }
        for index in pending.indices where pending[index].request == .expected { return index }
        return nil
    }

    /// A request line was seen: the exchange begins.
    mutating func beginRequest(
        method: consuming String,
        target: consuming String,
        version: String,
        _ handler: inout some ExchangeEventHandler
    ) {
        let index: Int
        hasStrayLines = false
        if isInStep, let early = firstExpected {
            index = early
            expectedCount -= 1
            pending[index].openRequest()
        } else {
            makeRoom(&handler)
            hasLostRequests = hasLostRequests && (overdueCount > 0 || firstAwaiting != nil)
            index = append(hasRequest: true)
            if hasLostRequests { pending[index].loseResponse() }
        }
        pending[index].exchange.method = method
        pending[index].exchange.target = target
        pending[index].exchange.applicationProtocol = ApplicationProtocol(version: version)
        openRequest = index
    }

    /// The content of the request is complete.
    mutating func endRequest(_ message: consuming Message) {
        if let openRequest { pending[openRequest].endRequest(message) }
    }

    /// The bytes at hand are read: reports the request that has ended, as `message` where bytes after its
    /// content were among them.
    mutating func reportRequest(_ message: Message?, _ handler: inout some ExchangeEventHandler) {
        guard let openRequest else { return }
        if let message { pending[openRequest].exchange.request = message }
        pending[openRequest].reportRequest(&handler)
    }

    /// Closes the request; `message` is `nil` where nothing was added since its content ended.
    mutating func closeRequest(
        _ completion: MessageCompletion,
        _ message: Message?,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard let index = openRequest else { return }
        openRequest = nil
        // What the client sent in advance belongs to the tunnel, and is not excess of the request.
        let isTunnel = pending[index].exchange.becameTunnel
        pending[index].closeRequest(
            completion,
            isTunnel ? message?.withoutExcess : message,
            isRejected: serverHasClosed,
            &handler
        )
        settle(index, &handler)
    }

    /// Heads of requests may be missing.
    mutating func loseRequests(_ handler: inout some ExchangeEventHandler) {
        hasLostRequests = true
        leaveStep(&handler)
    }
}

// MARK: Responses

extension ExchangeQueue {
    /// An informational response other than 101 was seen (RFC 9110 §15.2).
    mutating func takeInformational(_ status: Int) {
        guard let index = nextAnswered,
            pending[index].exchange.informational.count < limits.informationalResponses
        else { return }
        pending[index].exchange.informational.append(status)
    }

    /// The head of a final response is complete, or as complete as it gets.
    mutating func takeResponseHead(
        _ head: borrowing MessageHead,
        status: Int,
        reason: String,
        _ handler: inout some ExchangeEventHandler
    ) {
        let index = nextAnswered ?? beginResponseAlone(version: head.version, &handler)
        let isEarly = pending[index].request == .open
        pending[index].openResponse(
            status: status,
            reason: reason,
            closes: isEarly && head.closesConnection
        )
        openResponse = index
        handler.head(head, of: pending[index].id, .response)
    }

    /// Closes the response.
    mutating func closeResponse(_ message: consuming Message, _ handler: inout some ExchangeEventHandler) {
        guard let index = openResponse else { return }
        pending[index].closeResponse(message, &handler)
        openResponse = nil
        settle(index, &handler)
    }

    /// Heads of responses may be missing: those that follow cannot be matched with the requests that wait.
    mutating func loseResponses(_ handler: inout some ExchangeEventHandler) {
        overdueCount = 0
        while let index = firstAwaiting {
            pending[index].loseResponse()
            settle(index, &handler)
        }
        leaveStep(&handler)
    }

    private mutating func beginResponseAlone(
        version: String,
        _ handler: inout some ExchangeEventHandler
    ) -> Int {
        if overdueCount > 0 {
            overdueCount -= 1
            memory?.noteRefusal(for: .waitingRequests)
        }
        if hasStrayLines || expectedCount >= limits.pipelinedRequests { leaveStep(&handler) }
        let index = append(hasRequest: false)
        pending[index].exchange.applicationProtocol = ApplicationProtocol(version: version)
        return index
    }

    private mutating func append(hasRequest: Bool) -> Int {
        if !hasRequest { expectedCount += 1 }
        pending.append(
            PendingExchange(
                id: ExchangeID(number: numbers.next(), slot: slots.take()),
                exchange: Exchange(on: summary, clientSide: isFile ? nil : client),
                hasRequest: hasRequest
            )
        )
        return pending.count - 1
    }
}
