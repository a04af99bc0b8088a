import Bytes
package import Exchanges
import Forms
import Inspection
import Pages

/// Reads the form of each request while its exchange is rebuilt, and judges it.
extension InspectionWorkspace: ExchangeEventHandler {
    /// Takes the next head of the connection whose bytes are being read.
    package mutating func head(_ head: borrowing MessageHead, of id: ExchangeID, _ role: MessageRole) {
        guard role == .response else { return begin(id, head) }
        if options.handsOnResponses || options.reportsResponses {
            emit(.responseHead(exchange: id.number, copy head))
        }
        if options.readsPages { current.keep(PageBuffer(head, memory), of: id) }
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
            if options.readsPages { current.pages[id.slot]?.push(bytes) }
        }
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
        case .requestEnded(let id, let exchange): endRequest(id, exchange)
        case .responseGap(let id, let length, let cause):
            current.pages[id.slot]?.miss()
            current.keeper?.gap(length, cause, of: id, .response)
        case .responseEnded(let id):
            if options.handsOnResponses || options.reportsResponses {
                emit(.responseEnded(exchange: id.number))
            }
        case .completed(let id, let exchange): complete(id, exchange)
        case .opaque(let reason, _): emit(.opaque(reason))
        case .diagnostic(let diagnostic, let frame):
            emit(.diagnostic(diagnostic, connection: current.connection, frame: frame))
        case .interimHead: break
        case .skipped: break
        }
    }

    private mutating func begin(_ id: ExchangeID, _ head: borrowing MessageHead) {
        if options.answersRequests { emit(.requestHead(exchange: id.number, copy head)) }
        guard head.framing != .none else { return }
        current.keeper?.began(id, .request, copy head, isOnWire: current.isOnWire)
        // Of an exchange that is redacted, the redactor hands on the contents.
        let isRedacted = options.redaction != nil
        let isWanted = options.contentExchanges?.contains(id.number) ?? true
        let handsOnContent = !isRedacted && (isWanted || options.wantsContent?(copy head) ?? false)
        let wantsDigests = options.wantsDigests && !isRedacted
        let place = open(id)
        current.requests[place].handsOnContent = handsOnContent
        current.requests[place].handsOnBody = options.handsOnBody?(copy head) ?? false
        current.requests[place].digests = wantsDigests ? PartDigests() : nil
        let keepsBytes = options.keepsBodies && (options.keptExchanges?.contains(id.number) ?? true)
        let fields = head.fields
        current.requests[place].inspection.begin(
            fields,
            declaredLength: head.declaredLength,
            keepsBytes: keepsBytes,
            collectsContent: handsOnContent || wantsDigests
        )
        current.requests[place].expands = current.requests[place].inspection.expands
        // Room was made for the content.
        current.count(at: place)
    }

    /// Makes a place for a request, with buffers.
    private mutating func open(_ id: ExchangeID) -> Int {
        let place = current.open(id, settings)
        var buffers = takeBuffers()
        current.requests[place].inspection.swapBuffers(&buffers)
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

    private mutating func endRequest(_ id: ExchangeID, _ exchange: consuming Exchange?) {
        var place = current.place(of: id)
        if place == nil, options.answersRequests, let exchange { place = openEmpty(id, exchange) }
        guard let place else { return }
        current.requests[place].inspection.finish()
        current.count(at: place)
        drainContent(of: id, at: place)
        guard var exchange, options.redaction == nil else { return }
        if let annotation { exchange.annotate(with: annotation) }
        var requests = OpenRequests()
        swap(&requests, &current)
        defer { swap(&requests, &current) }
        let verdict = requests.requests[place].inspection.judge(exchange, past: past(of: exchange))
        guard verdict.isUpload || options.answersRequests else { return }
        // Content may follow that does not belong to it: the digests go on.
        var gathered = requests.requests[place].digests
        let digests = verdict.form.flatMap { gathered?.finish(count: $0.parts.count) } ?? []
        let result = inspected(id, exchange, verdict, digests, nil, &requests.requests[place].inspection)
        emit(.requestEnded(result))
    }

    /// Judges an exchange of which nothing more follows, and lets go of what was needed for it alone.
    private mutating func complete(_ id: ExchangeID, _ exchange: consuming Exchange) {
        if let annotation { exchange.annotate(with: annotation) }
        let page = page(of: id, exchange)
        let place: Int
        if let known = current.place(of: id) {
            place = known
            current.requests[place].inspection.finish()
            drainContent(of: id, at: place)
        } else {
            place = openEmpty(id, exchange)
        }
        if page != nil { counting?.notePage(id.number) }
        guard let result = judged(id, exchange, page.map { Boxed($0) }, at: place) else { return }
        emit(.completed(result))
    }

    /// The page that the response of an exchange was, where it has forms.
    private mutating func page(of id: ExchangeID, _ exchange: borrowing Exchange) -> CapturedPage? {
        guard options.readsPages, let buffer = current.takePage(of: id) else { return nil }
        pageBytes += buffer.count
        guard pageBytes <= Self.pageLimit else { return nil }
        return buffer.page(url: exchange.url(), keepsBytes: options.keepsPageBytes)
    }

    /// Judges the request in a place, and frees that; `nil` where the exchange was counted.
    private mutating func judged(
        _ id: ExchangeID,
        _ exchange: consuming Exchange,
        _ page: Boxed<CapturedPage>?,
        at place: Int
    ) -> InspectedExchange? {
        defer { close(place) }
        let past = past(of: exchange)
        let known = past.isEmpty ? current.requests[place].inspection.judgeWithoutForm(exchange) : nil
        if counting != nil, let known, PriorRequest(exchange, number: id.number) == nil,
            counting?.add(id.number, exchange, known.extent, nil, known.findings) ?? false
        {
            return nil
        }
        // The requests are taken out meanwhile: they are read in their places while the workspace changes.
        var requests = OpenRequests()
        swap(&requests, &current)
        defer { swap(&requests, &current) }
        let verdict =
            if let known {
                requests.requests[place].inspection.completed(known)
            } else {
                requests.requests[place].inspection.judgeByRules(exchange, past: past)
            }
        let resultEnd = resultCount
        if verdict.isMultipart { remember(exchange, number: id.number) }
        // What was told of it may bear on others. Read by another boundary than the declared one, a form may be a mistaken
        // repetition of an earlier one.
        if counting != nil, resultCount == resultEnd, let form = verdict.form, !form.usesObservedBoundary,
            counting?.add(id.number, exchange, FormExtent(form), verdict.decoding, verdict.findings) ?? false
        {
            return nil
        }
        var digests: [String] = []
        if let form = verdict.form, var gathered = requests.requests[place].digests.take() {
            digests = gathered.finish(count: form.parts.count)
        }
        let kept = requests.keeper?.completed(id, exchange)
        guard let kept else {
            // What needs the maps is resolved: without them a million exchanges can wait for an earlier one.
            return inspected(id, exchange, verdict, digests, page, &requests.requests[place].inspection) {
                $0.forgetMaps()
            }
        }
        var result = inspected(id, exchange, verdict, digests, page, &requests.requests[place].inspection)
        keep(id, kept, &result, isCoded: requests.requests[place].inspection.isCoded)
        result.exchange.forgetMaps()
        return result
    }

    /// Frees the place of a request that is over.
    private mutating func close(_ place: Int) {
        current.requests[place].inspection.reset()
        var buffers = RequestInspection.Buffers()
        current.requests[place].inspection.swapBuffers(&buffers)
        current.close(place)
        giveBack(buffers)
    }

    /// Puts together what is said of an exchange; `finish` changes that once its findings are located.
    private func inspected(
        _ id: ExchangeID,
        _ exchange: consuming Exchange,
        _ verdict: borrowing RequestVerdict,
        _ digests: [String],
        _ page: Boxed<CapturedPage>?,
        _ inspection: inout RequestInspection,
        _ finish: (inout Exchange) -> Void = { _ in }
    ) -> InspectedExchange {
        let findings = FindingLocator.locate(verdict, in: exchange.request, &inspection)
        let pieces = options.wantsPieces ? exchange.request?.pieces ?? [] : []
        finish(&exchange)
        // Made at once: a value that is changed after it was made is copied on its way out.
        return InspectedExchange(
            number: id.number,
            capture: capture,
            exchange: exchange,
            form: verdict.form,
            findings: findings,
            digests: digests,
            pieces: pieces,
            opening: verdict.form == nil ? inspection.opening : [],
            decoding: verdict.isUpload ? inspection.decoding : nil,
            body: inspection.bytes,
            page: page
        )
    }

    /// Puts together the bytes of an exchange, and redacts it where that is asked for.
    private mutating func keep(
        _ id: ExchangeID,
        _ kept: consuming KeptExchange,
        _ result: inout InspectedExchange,
        isCoded: Bool
    ) {
        var kept = kept
        if let redaction = options.redaction {
            let original = result.exchange
            var contents: [(part: Int, bytes: SpooledBytes)] = []
            let plan = redactor(redaction).redact(
                &result,
                content: kept.request?.content,
                isCoded: isCoded
            ) { piece in
                // They are as many as the request's: they wait in the spool.
                if contents.last?.part != piece.part {
                    contents.append((piece.part, SpooledBytes(in: spool)))
                }
                contents[contents.count - 1].bytes.spool(piece.bytes)
            }
            for (part, bytes) in contents {
                emit(.storedContent(exchange: id.number, part: part, bytes))
            }
            plan.apply(to: &kept, original)
        }
        if options.keepsMessages { result.kept = Boxed(kept) }
    }
}

extension RequestInspection {
    /// Whether content codings were taken off the body, or should have been.
    fileprivate var isCoded: Bool { decoding.map { $0.outcome != .plain } ?? false }
}
