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
        /// Messages whose heads the log took apart: the request.
        case request(number: Int, Exchange, ContentInterest)
        /// Their response.
        case response(number: Int, Exchange, LoggedAnswer)
    }

    private var annotation: ExchangeAnnotation<Handler>
    private let numbers = ExchangeNumbers()
    private var reading = Reading.nothing
    /// Characters of the request's content that were lost.
    private var replacements = ReplacementWatch()
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
        replacements = ReplacementWatch()
        let isRaw = exchange.form == .wire || exchange.form == .masked
        reading = isRaw ? .wire(RawMessages(limits: limits, numbers: numbers)) : .nothing
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
        reading = .request(number: number, exchange, interest)
    }

    /// Passes on content, or reads a raw request.
    package mutating func requestBytes(_ bytes: RawSpan) {
        switch reading {
        case .nothing, .response: return
        case .wire(var messages):
            reading = .nothing
            messages.pushRequest(bytes, &annotation)
            reading = .wire(messages)
        case .request(let number, var exchange, let interest):
            reading = .nothing
            exchange.request?.addContent(bytes.byteCount)
            if exchange.fidelity == .text { replacements.push(bytes) }
            if interest == .wanted { annotation.requestContent(number, bytes) }
            reading = .request(number: number, exchange, interest)
        }
    }

    /// Tells of the head of the response.
    @discardableResult
    package mutating func response(_ head: LoggedResponse) -> Bool {
        guard case .request(let number, var exchange, _) = reading else { return false }
        reading = .nothing
        exchange.status = head.status
        exchange.reason = head.reason
        exchange.response = Message(head, method: exchange.method)
        let interest = annotation.responseHead(number, exchange)
        let answer = LoggedAnswer(head, isWanted: interest == .wanted)
        reading = .response(number: number, exchange, answer)
        return answer.isWanted
    }

    /// Passes on content, or reads a raw response.
    package mutating func responseBytes(_ bytes: RawSpan) {
        switch reading {
        case .nothing, .request: return
        case .wire(var messages):
            reading = .nothing
            messages.pushResponse(bytes, &annotation)
            reading = .wire(messages)
        case .response(let number, var exchange, var answer):
            guard answer.isWanted else { return }
            reading = .nothing
            if var response = exchange.response.take() {
                answer.push(bytes, &response)
                exchange.response = response
            }
            annotation.responseContent(number, bytes)
            reading = .response(number: number, exchange, answer)
        }
    }

    /// Completes the exchange.
    package mutating func end() {
        switch reading {
        case .nothing: break
        case .wire(var messages): messages.finish(&annotation)
        case .request(let number, let exchange, _): complete(number, exchange)
        case .response(let number, var exchange, let answer):
            if var response = exchange.response.take() {
                let missing = answer.finish(&response)
                exchange.response = response
                if answer.isWanted, missing > 0 {
                    annotation.responseGap(number, length: missing, cause: .notCaptured)
                }
            }
            complete(number, exchange)
        }
        reading = .nothing
    }

    private mutating func complete(_ number: Int, _ exchange: consuming Exchange) {
        if exchange.fidelity == .text, provesItsLength(exchange) { exchange.fidelity = .body }
        annotation.completed(number, exchange)
    }

    /// Notes what is wrong with the log.
    package mutating func problem(_ problem: CaptureProblem) {
        problemCount += 1
        if problems.count < Self.problemLimit { problems.append(problem) }
    }

    /// Whether a text that was decoded is the body byte for byte: it has just the length that was declared, and no
    /// character of it was lost.
    private func provesItsLength(_ exchange: borrowing Exchange) -> Bool {
        guard annotation.note.form == .text, let request = exchange.request,
            let declared = request.declaredLength
        else { return false }
        return declared == request.bodyLength && declared > 0 && !replacements.found
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
