import Bytes
package import CaptureSources
import Connections

/// Turns the exchanges of a proxy's log into the events that those of packets give.
/// ```
///   CaptureSources ──► begin · request · requestBytes · … ──► requestHead · requestContent · … · completed
/// ```
/// Raw messages are read as those of a connection are; heads that the log took apart are written out again. Exchanges
/// are numbered in the order of the log, and have no frames.
package struct LoggedExchangeReader<Handler: ExchangeHandler>: LoggedExchangeHandler {
    private enum Reading {
        /// Nothing.
        case nothing
        /// Raw messages.
        case wire(RawMessages)
        /// Messages whose heads the log took apart.
        case heads(number: Int, Exchange, ContentInterest)
    }

    private var annotation: ExchangeAnnotation<Handler>
    private let numbers = ExchangeNumbers()
    private var reading = Reading.nothing
    private var hasLostCharacters = false
    /// How many bytes of U+FFFD the last piece ended with.
    private var replacementBytes = 0
    private let limits: ExchangeLimits
    /// What was wrong with the log, in order; at most ``problemLimit`` are kept.
    package private(set) var problems: [CaptureProblem] = []
    /// How many problems there were.
    package private(set) var problemCount = 0

    /// Problems that are kept: a log of which every entry is damaged says so often enough.
    package static var problemLimit: Int { 100 }

    /// Makes a reader that tells `handler`.
    package init(handler: Handler, limits: ExchangeLimits = ExchangeLimits()) {
        annotation = ExchangeAnnotation(handler: handler)
        self.limits = limits
    }

    /// Who is told.
    package var handler: Handler {
        get { annotation.handler }
        _modify { yield &annotation.handler }
    }

    /// An exchange begins.
    package mutating func begin(_ exchange: LoggedExchange) {
        annotation.note = exchange
        hasLostCharacters = false
        replacementBytes = 0
        reading = exchange.form == .wire ? .wire(RawMessages(limits: limits, numbers: numbers)) : .nothing
    }

    /// Gives the exchange its number, and tells of the head of its request.
    package mutating func request(_ head: LoggedRequest) {
        let number = numbers.next()
        var exchange = Exchange(connection: 0, client: nil, server: nil)
        exchange.method = head.method
        exchange.target = head.target
        exchange.applicationProtocol = ApplicationProtocol(
            logged: head.version,
            isSecured: annotation.note.isSecured
        )
        exchange.request = Message(head)
        exchange.notedContentType = head.notedContentType
        exchange.fidelity = annotation.note.form == .content ? .body : .text
        if case .absent = head.content { exchange.fidelity = .heads }
        let interest = annotation.requestHead(number, exchange)
        reading = .heads(number: number, exchange, interest)
    }

    /// Passes on content, or reads a raw request.
    package mutating func requestBytes(_ bytes: RawSpan) {
        switch reading {
        case .nothing: return
        case .wire(var messages):
            reading = .nothing
            messages.pushRequest(bytes, &annotation)
            reading = .wire(messages)
        case .heads(let number, var exchange, let interest):
            reading = .nothing
            exchange.request?.addContent(bytes.byteCount)
            if exchange.fidelity == .text { noteReplacement(bytes) }
            if interest == .wanted { annotation.requestContent(number, bytes) }
            reading = .heads(number: number, exchange, interest)
        }
    }

    /// Tells of the head of the response.
    package mutating func response(_ head: LoggedResponse) {
        guard case .heads(let number, var exchange, let interest) = reading else { return }
        reading = .nothing
        exchange.status = head.status
        exchange.reason = head.reason
        exchange.response = Message(head, method: exchange.method)
        _ = annotation.responseHead(number, exchange)
        reading = .heads(number: number, exchange, interest)
    }

    /// Reads a raw response.
    package mutating func responseBytes(_ bytes: RawSpan) {
        guard case .wire(var messages) = reading else { return }
        reading = .nothing
        messages.pushResponse(bytes, &annotation)
        reading = .wire(messages)
    }

    /// Completes the exchange.
    package mutating func end() {
        switch reading {
        case .nothing: break
        case .wire(var messages): messages.finish(&annotation)
        case .heads(let number, var exchange, _):
            if exchange.fidelity == .text, provesItsLength(exchange) { exchange.fidelity = .body }
            annotation.completed(number, exchange)
        }
        reading = .nothing
    }

    /// Notes what is wrong with the log.
    package mutating func problem(_ problem: CaptureProblem) {
        problemCount += 1
        if problems.count < Self.problemLimit { problems.append(problem) }
    }

    /// Whether a text that was decoded is the body byte for byte: it has just the length that was declared, and no
    /// character of it was lost.
    private func provesItsLength(_ exchange: Exchange) -> Bool {
        guard annotation.note.form == .text, let request = exchange.request,
            let declared = request.declaredLength
        else { return false }
        return declared == request.bodyLength && declared > 0 && !hasLostCharacters
    }

    /// Looks for U+FFFD, which stands where bytes could not be decoded; pieces may cut it.
    private mutating func noteReplacement(_ bytes: RawSpan) {
        guard !hasLostCharacters else { return }
        bytes.withUnsafeBytes { bytes in
            for byte in bytes {
                switch (replacementBytes, byte) {
                case (_, 0xEF): replacementBytes = 1
                case (1, 0xBF): replacementBytes = 2
                case (2, 0xBD):
                    hasLostCharacters = true
                    return
                default: replacementBytes = 0
                }
            }
        }
    }
}

extension ApplicationProtocol {
    /// The protocol of a logged message, of which the log has the version and knows the connection.
    fileprivate init(logged version: String, isSecured: Bool) {
        switch version {
        case "HTTP/2": self = isSecured ? .h2 : .h2c
        case "HTTP/3": self = .h3
        default: self.init(version: version)
        }
    }
}

extension LoggedExchange {
    /// Whether the log says that the connection was one of TLS.
    fileprivate var isSecured: Bool {
        tlsVersion != nil || scheme == "https" || url?.hasPrefix("https:") ?? false
    }
}
