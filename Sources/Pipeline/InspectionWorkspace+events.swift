import Bytes
package import Exchanges
import Forms
import Inspection

/// Reads the form of each request while its exchange is rebuilt, and judges it.
extension InspectionWorkspace: ExchangeEventHandler {
    /// Takes the next head of the connection whose bytes are being read.
    package mutating func head(_ head: borrowing MessageHead, of id: ExchangeID, _ role: MessageRole) {
        // Matched rather than compared: for types of another module, `==` goes through a witness table.
        guard case .response = role else { return begin(id, head) }
        if options.handsOnResponses || options.reportsResponses {
            emit(.responseHead(exchange: id.number, copy head))
        }
        if options.readsPages, head.fields.isPage {
            current.pages[id.slot] = PageBuffer(head, memory)
        }
        guard options.keepsMessages else { return }
        current.keeper?.began(id, .response, copy head, isOnWire: current.isOnWire)
    }

    /// Takes the next content of the connection whose bytes are being read.
    package mutating func content(_ bytes: RawSpan, of id: ExchangeID, _ role: MessageRole) {
        current.keeper?.content(bytes, of: id, role)
        switch role {
        case .request: push(bytes, to: id)
        case .response:
            if options.handsOnResponses {
                emit(.responseContent(exchange: id.number, bytes.withUnsafeBytes { Array($0) }))
            }
            if !current.pages.isEmpty { current.pages[id.slot]?.push(bytes) }
        }
    }

    /// Takes the next end of a message of that connection.
    package mutating func ended(_ exchange: borrowing Exchange, _ id: ExchangeID, _ role: MessageRole) {
        switch role {
        case .request: endRequest(id, exchange)
        case .response:
            if options.handsOnResponses || options.reportsResponses || options.reportsAnswers {
                let end = exchange.response.map { $0.head.isTooLong ? .max : $0.end }
                emit(.responseEnded(exchange: id.number, end: end ?? .max))
            }
            if options.reportsAnswers { reportAnswer(to: id, exchange) }
        }
    }

    /// Takes the next exchange of that connection of which nothing more follows: judges it, and lets go of what was needed for
    /// it alone.
    package mutating func completed(_ exchange: inout Exchange, _ id: ExchangeID) {
        if let annotation { exchange.annotate(with: annotation) }
        let page = current.pages.isEmpty ? nil : page(of: id, exchange)
        let place: Int
        if let known = current.place(of: id) {
            place = known
            current.requests[place].inspection.finish()
            drainContent(of: id, at: place)
        } else {
            place = openEmpty(id, exchange)
        }
        if options.reportsAnswers, let final = final(exchange, at: place), page == nil {
            emit(.completed(final))
            return close(place)
        }
        if page != nil { counting?.notePage(id.number) }
        if let judgement = judge(id, exchange, at: place) {
            // Moved out rather than copied.
            var judged = Exchange(connection: 0, client: nil, server: nil)
            swap(&judged, &exchange)
            handOn(id, judged, judgement, page, at: place)
        }
        close(place)
    }

    /// Takes the next event of that connection.
    package mutating func handle(_ event: consuming ExchangeEvent) {
        switch consume event {
        case .requestGap(let id, let length, let cause):
            current.keeper?.gap(length, cause, of: id, .request)
            guard let place = current.place(of: id) else { return }
            current.requests[place].inspection.gap(length: length, cause: cause)
            current.count(at: place)
            drainContent(of: id, at: place)
        case .requestBroken(let id):
            if options.answersRequests { emit(.requestBroken(exchange: id.number)) }
        case .responseGap(let id, let length, let cause):
            current.pages[id.slot]?.miss()
            current.keeper?.gap(length, cause, of: id, .response)
        case .opaque(let reason, _): emit(.opaque(reason))
        case .diagnostic(let diagnostic, let frame):
            emit(.diagnostic(diagnostic, connection: current.connection, frame: frame))
        case .interimHead: break
        case .skipped: break
        }
    }

    private mutating func begin(_ id: ExchangeID, _ head: borrowing MessageHead) {
        if options.answersRequests { emit(.requestHead(exchange: id.number, copy head)) }
        if case .none = head.framing { return }
        current.keeper?.began(id, .request, copy head, isOnWire: current.isOnWire)
        // Of an exchange that is redacted, the redactor hands on the contents.
        let isRedacted = options.redaction != nil
        let isWanted = options.contentExchanges?.contains(id.number) ?? true
        let handsOnContent = !isRedacted && (isWanted || options.wantsContent?(copy head) ?? false)
        let wantsDigests = options.wantsDigests && !isRedacted
        let keepsBytes = options.keepsBodies && (options.keptExchanges?.contains(id.number) ?? true)
        let place = open(id)
        current.requests[place].handsOnBody = options.handsOnBody?(copy head) ?? false
        current.requests[place].begin(
            head,
            keepsBytes: keepsBytes,
            handsOnContent: handsOnContent,
            wantsDigests: wantsDigests
        )
        // Room was made for the content.
        current.count(at: place)
    }

    /// Makes a place for a request, with buffers.
    private mutating func open(_ id: ExchangeID) -> Int {
        let place = current.open(id, settings)
        lendBuffers(to: place)
        return place
    }

    /// Makes a place for a request without content, which has ended.
    private mutating func openEmpty(_ id: ExchangeID, _ exchange: borrowing Exchange) -> Int {
        let place = open(id)
        let fields = exchange.request?.head.fields ?? FieldSection()
        current.requests[place].inspection.begin(fields)
        current.requests[place].inspection.finish()
        return place
    }

    private mutating func push(_ bytes: RawSpan, to id: ExchangeID) {
        guard let place = current.place(of: id) else { return }
        if current.requests[place].handsOnBody {
            emit(.requestContent(exchange: id.number, bytes.withUnsafeBytes { Array($0) }))
        }
        current.push(bytes, at: place)
        drainContent(of: id, at: place)
    }

    /// Hands on the contents of parts that were read.
    private mutating func drainContent(of id: ExchangeID, at place: Int) {
        guard current.requests[place].collectsContent else { return }
        let pieces = current.requests[place].inspection.takeContent()
        guard !pieces.isEmpty else { return }
        for piece in pieces {
            current.requests[place].digests?.add(piece)
            if current.requests[place].handsOnContent {
                emit(.content(exchange: id.number, part: piece.part, piece.bytes))
            }
        }
    }

    private mutating func endRequest(_ id: ExchangeID, _ exchange: borrowing Exchange) {
        var place = current.place(of: id)
        if place == nil, options.answersRequests { place = openEmpty(id, exchange) }
        guard let place else { return }
        current.requests[place].inspection.finish()
        current.count(at: place)
        drainContent(of: id, at: place)
        if options.answersRequests, let request = exchange.request {
            emit(.requestEnded(exchange: id.number, request))
        }
        if options.reportsRequests, let judged = judged(id, copy exchange, at: place) {
            emit(.judged(judged))
        }
    }

    /// Frees the place of a request that is over.
    private mutating func close(_ place: Int) {
        current.requests[place].inspection.reset()
        takeBuffers(from: place)
        current.close(place)
    }
}
