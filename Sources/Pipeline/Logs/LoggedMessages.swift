import Bytes
import CaptureSources
import Exchanges

/// A logged exchange whose heads the log took apart, while its contents come.
struct LoggedMessages: Sendable {
    private var pending: PendingExchange
    private var request: MessageDraft
    private var response: MessageDraft?
    private var answer: LoggedAnswer?
    private let form: LoggedForm
    /// How many bytes of content the request had when it was sent, as the log counts them beside the fields; `nil` where
    /// nothing tells.
    private let notedLength: Int?
    private let responseContents: ResponseContents
    /// Looks for characters of the request's content that were lost.
    private var replacements = ReplacementWatch()

    /// Gives the exchange its number.
    ///
    /// - Parameters:
    ///   - head: the head of its request.
    ///   - note: what the log says beside it.
    ///   - numbers: the numbers of exchanges.
    ///   - responseContents: of which responses the contents are handed on.
    init(
        _ head: LoggedRequest,
        of note: borrowing LoggedExchange,
        numbers: ExchangeNumbers,
        responseContents: ResponseContents
    ) {
        var exchange = Exchange(connection: 0, client: nil, server: nil)
        exchange.method = head.method
        exchange.target = head.target
        exchange.applicationProtocol = ApplicationProtocol(
            logged: head.version,
            isSecured: note.isSecured
        )
        exchange.notedContentType = head.notedContentType
        exchange.fidelity = note.form == .content ? .body : .text
        if case .absent = head.content { exchange.fidelity = .heads }
        pending = PendingExchange(
            id: ExchangeID(number: numbers.next(), slot: 0),
            exchange: exchange,
            hasRequest: true
        )
        request = MessageDraft(head)
        notedLength = head.notedLength
        form = note.form
        self.responseContents = responseContents
    }

    /// Reports the head of the request.
    func begin(_ handler: inout some ExchangeEventHandler) {
        handler.head(request.head, of: pending.id, .request)
    }

    /// Passes on content of the request.
    mutating func pushRequest(_ bytes: RawSpan, _ handler: inout some ExchangeEventHandler) {
        guard pending.request == .open else { return }
        request.addContent(bytes.byteCount)
        if pending.exchange.fidelity == .text { replacements.push(bytes) }
        handler.content(bytes, of: pending.id, .request)
    }

    /// Reports the head of the response; returns whether its content is wanted.
    mutating func beginResponse(_ head: LoggedResponse, _ handler: inout some ExchangeEventHandler) -> Bool {
        guard pending.response == .awaited else { return false }
        pending.exchange.status = head.status
        pending.exchange.reason = head.reason
        endRequest(&handler)
        pending.openResponse(status: head.status, reason: head.reason)
        let draft = MessageDraft(head, method: pending.exchange.method)
        handler.head(draft.head, of: pending.id, .response)
        response = draft
        let answer = LoggedAnswer(head, isWanted: responseContents.includes(draft.head.fields))
        self.answer = answer
        return answer.isWanted
    }

    /// Passes on content of the response.
    mutating func pushResponse(_ bytes: RawSpan, _ handler: inout some ExchangeEventHandler) {
        guard var draft = response.take() else { return }
        if answer?.isWanted ?? false {
            answer?.push(bytes, &draft)
            handler.content(bytes, of: pending.id, .response)
        }
        response = draft
    }

    /// Completes the exchange.
    ///
    /// - Parameters:
    ///   - handler: takes the events.
    ///   - completion: how the content of the request ended, unless a response followed it.
    mutating func finish(_ handler: inout some ExchangeEventHandler, as completion: MessageCompletion) {
        endRequest(&handler, as: request.head.framing == .none ? .complete : completion)
        if var draft = response.take(), let answer {
            let missing = answer.finish(&draft)
            if answer.isWanted, missing > 0 {
                handler.handle(.responseGap(pending.id, length: missing, cause: .notCaptured))
            }
            pending.closeResponse(Message(draft), &handler)
        }
        let id = pending.id
        handler.completed(&pending.exchange, id)
    }

    private mutating func endRequest(
        _ handler: inout some ExchangeEventHandler,
        as completion: MessageCompletion = .complete
    ) {
        guard pending.request == .open else { return }
        if completion != .complete { request.content.completion = completion }
        if pending.exchange.fidelity > .heads { compareLengths() }
        pending.closeRequest(completion, Message(request), &handler)
    }

    /// Compares the content of the request, which the log holds, with what was sent.
    private mutating func compareLengths() {
        let length = request.content.bodyLength
        if pending.exchange.fidelity == .text, provesItsLength {
            pending.exchange.fidelity = .body
            request.content.representation = .sent
        }
        // Bytes that are as many as were sent still have their content coding, if any.
        if request.content.representation == .decoded, length == request.head.declaredLength ?? notedLength {
            request.content.representation = .sent
        }
        // Recorders count text as they like: their number shows no more than that there was more. Under a content coding
        // it is that of the coded bytes.
        if request.head.declaredLength == nil, let notedLength, notedLength > length,
            request.head.fields.count(of: .contentEncoding) == 0
        {
            request.head.declaredLength = notedLength
        }
    }

    /// Whether a text that was decoded is the body byte for byte: it has just the length that was declared, and no
    /// character of it was lost.
    private var provesItsLength: Bool {
        guard form == .text, let declared = request.head.declaredLength else { return false }
        return declared == request.content.bodyLength && declared > 0 && !replacements.found
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
