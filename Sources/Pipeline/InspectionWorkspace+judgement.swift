import Exchanges
import Forms
import Inspection
import Pages

/// Judges the requests that are over, and puts together what is said of their exchanges.
extension InspectionWorkspace {
    /// What rules say of a request that has ended, before its exchange is complete; `nil` where that is not wanted.
    mutating func judged(
        _ id: ExchangeID,
        _ exchange: consuming Exchange,
        at place: Int,
        forgetsMaps: Bool = false
    ) -> InspectedExchange? {
        guard options.redaction == nil else { return nil }
        if let annotation { exchange.annotate(with: annotation) }
        var requests: [OpenRequest] = []
        swap(&requests, &current.requests)
        defer { swap(&requests, &current.requests) }
        let verdict = requests[place].inspection.judge(exchange, past: past(of: exchange))
        guard verdict.isUpload || options.answersRequests else { return nil }
        // Content may follow that does not belong to it: the digests go on.
        var gathered = requests[place].digests
        let digests = verdict.form.flatMap { gathered?.finish(count: $0.parts.count) } ?? []
        return inspected(
            id,
            consume exchange,
            consume verdict,
            digests,
            nil,
            &requests[place].inspection,
            forgetsMaps: forgetsMaps
        )
    }

    /// Reports an exchange whose response is over, unless its request goes on.
    mutating func reportAnswer(to id: ExchangeID, _ exchange: borrowing Exchange) {
        guard let place = current.place(of: id), current.requests[place].inspection.hasFinished,
            let answered = judged(id, copy exchange, at: place, forgetsMaps: true)
        else { return }
        current.requests[place].answered = AnsweredExchange(answered, of: exchange)
        emit(.answered(answered))
    }

    /// An exchange that is complete as it was handed on when it was answered; `nil` where it is to be judged again.
    mutating func final(_ exchange: borrowing Exchange, at place: Int) -> InspectedExchange? {
        guard let answered = current.requests[place].answered.take(), current.keeper == nil,
            answered.isFinal(exchange), past(of: exchange).isEmpty
        else { return nil }
        // An upload that was refused is remembered besides.
        let isRemembered = answered.inspected.isUpload && PriorRequest.follows(from: exchange)
        return isRemembered ? nil : answered.inspected
    }

    /// The page that the response of an exchange was, where it has forms.
    mutating func page(of id: ExchangeID, _ exchange: borrowing Exchange) -> Boxed<CapturedPage>? {
        guard let buffer = current.pages.removeValue(forKey: id.slot) else { return nil }
        pageBytes += buffer.count
        guard pageBytes <= Self.pageLimit else { return nil }
        return buffer.page(url: exchange.url(), keepsBytes: options.keepsPageBytes).map { Boxed($0) }
    }

    /// What is known of an exchange before its form is made.
    struct Judgement {
        /// The verdict on its request, where that could be judged without its form.
        var known: FormlessVerdict?
        /// Earlier uploads from which it may follow.
        var past: [PriorRequest]
    }

    /// Judges the request in a place as far as that needs no form; `nil` where the exchange is counted then.
    ///
    /// The exchange is borrowed, as what is passed on out of an inout argument is copied each time.
    mutating func judge(_ id: ExchangeID, _ exchange: borrowing Exchange, at place: Int) -> Judgement? {
        let past = past(of: exchange)
        guard past.isEmpty else { return Judgement(known: nil, past: past) }
        let limit = counting == nil ? nil : options.countsUploadsBelow
        var known = current.requests[place].inspection.judgeWithoutForm(exchange, countingBelow: limit)
        if counting != nil, let known, !PriorRequest.follows(from: exchange),
            counting?.add(id.number, exchange, known) ?? false
        {
            return nil
        }
        if known?.unmade != nil { known = current.requests[place].inspection.judgeWithoutForm(exchange) }
        return Judgement(known: known, past: past)
    }

    /// Puts together what is said of an exchange, and hands it on unless it is counted.
    ///
    /// - Parameters:
    ///   - id: the exchange.
    ///   - exchange: the exchange.
    ///   - judgement: what is known of it.
    ///   - page: the page that its response was, where it has forms.
    ///   - place: the place of its request.
    mutating func handOn(
        _ id: ExchangeID,
        _ exchange: consuming Exchange,
        _ judgement: consuming Judgement,
        _ page: Boxed<CapturedPage>?,
        at place: Int
    ) {
        // The requests are taken out meanwhile: they are read in their places while the workspace changes.
        var requests: [OpenRequest] = []
        swap(&requests, &current.requests)
        defer { swap(&requests, &current.requests) }
        let verdict =
            if let known = judgement.known.take() {
                requests[place].inspection.completed(known)
            } else {
                requests[place].inspection.judgeByRules(exchange, past: judgement.past)
            }
        let resultEnd = resultCount
        if verdict.isMultipart, PriorRequest.follows(from: exchange) {
            remember(exchange, number: id.number)
        }
        // What was told of it may bear on others. Read by another boundary than the declared one, a form may be a mistaken
        // repetition of an earlier one.
        if counting != nil, resultCount == resultEnd, let form = verdict.form, !form.usesObservedBoundary,
            counting?.add(id.number, exchange, FormExtent(form), verdict.decoding, verdict.findings) ?? false
        {
            return
        }
        var digests: [String] = []
        if let partCount = verdict.form?.keptPartCount, var gathered = requests[place].digests.take() {
            digests = gathered.finish(count: partCount)
        }
        let kept = current.keeper?.completed(id, exchange)
        guard let kept else {
            // What needs the maps is resolved: without them a million exchanges can wait for an earlier one.
            let result = inspected(
                id,
                consume exchange,
                consume verdict,
                digests,
                page,
                &requests[place].inspection,
                forgetsMaps: true
            )
            return emit(.completed(result))
        }
        var result = inspected(id, exchange, verdict, digests, page, &requests[place].inspection)
        keep(id, kept, &result, isCoded: requests[place].inspection.isCoded)
        result = result.changed { $0.exchange.forgetMaps() }
        emit(.completed(result))
    }

    /// Puts together what is said of an exchange, without its maps where they are not needed once its findings are located.
    private func inspected(
        _ id: ExchangeID,
        _ exchange: consuming Exchange,
        _ verdict: consuming RequestVerdict,
        _ digests: [String],
        _ page: Boxed<CapturedPage>?,
        _ inspection: inout RequestInspection,
        forgetsMaps: Bool = false
    ) -> InspectedExchange {
        let findings = FindingLocator.locate(verdict, in: exchange.request, &inspection)
        let additions = additions(exchange, verdict, digests, page, &inspection)
        if forgetsMaps { exchange.forgetMaps() }
        return InspectedExchange(
            number: id.number,
            capture: capture,
            exchange: consume exchange,
            form: verdict.form.take(),
            findings: findings,
            additions: additions
        )
    }

    /// What was asked for of an exchange besides; `nil` where there is nothing, as with most uploads.
    private func additions(
        _ exchange: borrowing Exchange,
        _ verdict: borrowing RequestVerdict,
        _ digests: [String],
        _ page: Boxed<CapturedPage>?,
        _ inspection: inout RequestInspection
    ) -> InspectedExchange.Additions? {
        let isPlain = verdict.form != nil && inspection.bytes == nil && !inspection.expands
        guard !isPlain || options.wantsPieces || page != nil || !digests.isEmpty else { return nil }
        var additions = InspectedExchange.Additions()
        additions.digests = digests
        if options.wantsPieces { additions.pieces = exchange.request?.pieces ?? [] }
        if verdict.form == nil { additions.opening = inspection.opening }
        if verdict.isUpload { additions.decoding = inspection.decoding }
        additions.body = inspection.bytes
        additions.page = page
        return additions
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
        if options.keepsMessages { result = result.changed { $0.additions.kept = Boxed(kept) } }
    }
}

extension RequestInspection {
    /// Whether content codings were taken off the body, or should have been.
    fileprivate var isCoded: Bool { decoding.map { $0.outcome != .plain } ?? false }
}
