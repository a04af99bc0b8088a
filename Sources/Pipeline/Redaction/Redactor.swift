import Bytes
import CaptureSources
import Exchanges
import Forms
import Inspection

/// Makes of judged exchanges such that can be shown to others.
///
/// What is to be made unreadable is replaced before the exchange is judged a second time: so nothing of it can get into
/// a form, an excerpt or a sentence. The findings are those of the exchange as it was.
struct Redactor {
    /// What is made unreadable.
    let redaction: Redaction
    /// Those by which exchanges are judged.
    let options: InspectionOptions
    /// The requests of earlier exchanges, as they were left by redaction.
    let history: RetryHistory
    /// The memory of the capture.
    let memory: MemoryBudget

    /// Makes a judged exchange one that can be shown, its messages' maps included.
    ///
    /// - Parameters:
    ///   - inspected: the exchange.
    ///   - content: the content of its request as it was framed; `nil` where it has none.
    ///   - isCoded: whether content codings were taken off its body.
    ///   - emit: takes the contents of its parts with fill in them, piece by piece, where they are wanted.
    /// - Returns: what was replaced.
    func redact(
        _ inspected: inout InspectedExchange,
        content: SpooledBytes?,
        isCoded: Bool,
        _ emit: (ContentPiece) -> Void
    ) -> RedactionPlan {
        let original = inspected
        let plan = RedactionPlan(
            redaction,
            of: original.exchange,
            form: original.form,
            findings: original.findings,
            isCoded: isCoded
        )
        inspected = inspected.changed { plan.redact(&$0.exchange) }
        var twin = makeTwin(of: original.number, inspected.exchange)
        var digests = options.wantsDigests ? PartDigests() : nil
        let handsOn = options.contentExchanges?.contains(original.number) ?? true
        func take(_ pieces: [ContentPiece]) {
            for piece in pieces {
                digests?.add(piece)
                if handsOn { emit(piece) }
            }
        }
        if let content, inspected.exchange.request?.head.framing ?? .none != .none {
            replay(content, of: original, plan, into: &twin, take)
        }
        twin.finish()
        take(twin.takeContent())
        let verdict = twin.judge(inspected.exchange, past: history.bearing(on: inspected.exchange))
        if verdict.isUpload, twin.mediaType?.isMultipart ?? false,
            let request = PriorRequest(inspected.exchange, number: original.number)
        {
            history.remember(request)
        }
        inspected = inspected.changed {
            $0.form = verdict.form
            $0.additions.digests = verdict.form.map { digests?.finish(count: $0.parts.count) ?? [] } ?? []
            $0.additions.body = twin.bytes
            $0.additions.opening = verdict.form == nil ? twin.opening : []
        }
        guard let request = inspected.exchange.request else { return plan }
        let judged = FindingLocator.locate(verdict, in: request, &twin)
        let findings = RedactedFindings.merge(original.findings, judged) { finding in
            FindingLocator.locate(finding, in: request, form: verdict.form)
        }
        inspected = inspected.changed { $0.findings = findings }
        return plan
    }

    private func makeTwin(of number: Int, _ exchange: borrowing Exchange) -> RequestInspection {
        var settings = options.settings(memory)
        settings.takesDecodedBodies = true
        var twin = RequestInspection(settings)
        twin.begin(
            exchange.request?.head.fields ?? FieldSection(),
            keepsBytes: options.keepsBodies && (options.keptExchanges?.contains(number) ?? true),
            collectsContent: options.wantsDigests || (options.contentExchanges?.contains(number) ?? true)
        )
        return twin
    }

    /// Gives the twin the request's body, with fill in it.
    private func replay(
        _ content: SpooledBytes,
        of original: InspectedExchange,
        _ plan: RedactionPlan,
        into twin: inout RequestInspection,
        _ emit: ([ContentPiece]) -> Void
    ) {
        let decoder = original.exchange.request.flatMap { ContentDecoder($0.head.fields) }
        var coding = decoder.map { BodyCoding($0) }
        var masks = MaskedRun(plan.bodyMasks)
        var offset = 0
        func take(_ span: RawSpan) {
            var bytes = span.withUnsafeBytes { Array($0) }
            masks.apply(to: &bytes, at: offset)
            offset += bytes.count
            twin.push(bytes.span.bytes)
            emit(twin.takeContent())
        }
        do {
            try content.forEachPiece { piece in
                switch piece {
                case .bytes(let bytes):
                    if coding != nil {
                        coding?.push(bytes.span.bytes) { take($0) }
                    } else {
                        take(bytes.span.bytes)
                    }
                case .missing(let length, let cause):
                    _ = coding?.miss { take($0) }
                    offset += length
                    twin.gap(length: length, cause: cause)
                }
            }
        } catch {
            // The spool reports it at the end; what could not be read again is missing.
            twin.gap(length: max(content.count - offset, 0), cause: .limit)
        }
        coding?.finish { take($0) }
    }
}
