import Bytes
package import Exchanges
package import Forms

/// The findings of a request, and the form that was judged.
package struct RequestVerdict: Sendable {
    /// The form in the body; `nil` where there is none and none was declared, or the body is not of an upload.
    package var form: Form?
    /// What was found, in the order of places and ids.
    package var findings: [Finding] = []
    /// Whether the request is an upload, or should be one: others are not judged.
    package var isUpload = false
    /// Whether its Content-Type says multipart, any subtype.
    package var isMultipart = false
    /// What taking the content codings off its body came to; `nil` where none is declared.
    package var decoding: ContentDecoding?
}

/// What is known of a request that was judged without making its form.
package struct FormlessVerdict: Sendable {
    /// The extent of the form.
    package var extent: FormExtent
    /// What was found, in the order of places and ids: in the head alone.
    package var findings: [Finding]
    /// The severity of the only finding, where that is only counted, and was not made.
    package var unmade: Severity?
}

extension RequestInspection {
    /// Judges a request of an exchange as far as that has come; its body must have ended.
    ///
    /// Called again after a response or bytes after the body, it amends the verdict: the body is not read
    /// again.
    ///
    /// - Parameters:
    ///   - exchange: the exchange, which has a request.
    ///   - past: earlier uploads from which this request may follow.
    /// - Returns: the verdict.
    package mutating func judge(_ exchange: borrowing Exchange, past: [PriorRequest] = []) -> RequestVerdict {
        guard past.isEmpty, let verdict = judgeWithoutForm(exchange) else {
            return judgeByRules(exchange, past: past)
        }
        return completed(verdict)
    }

    /// The same with the form at hand, for a request of which a rule may read it.
    package mutating func judgeByRules(_ exchange: borrowing Exchange, past: [PriorRequest]) -> RequestVerdict
    {
        guard let context = context(of: exchange, past: past) else { return RequestVerdict() }
        return RequestVerdict(
            form: context.form,
            findings: settings.inspector.judge(context),
            isUpload: true,
            isMultipart: context.isMultipart,
            decoding: context.decoding
        )
    }

    /// The context for rules; `nil` where the request is not an upload and should not be one.
    package mutating func context(of exchange: borrowing Exchange, past: [PriorRequest] = []) -> RuleContext?
    {
        guard let request = exchange.request else { return nil }
        let isMultipart = mediaType?.isMultipart ?? false
        // Nothing can be said of a body that the source did not keep, not even that it is empty.
        let hasBody = exchange.fidelity > .heads
        var form = hasBody ? form : nil
        if form == nil, isMultipart, hasBody, request.content.bodyLength == 0, let mediaType {
            form = FormReader(declared: mediaType.declaredBoundaries).finish()
        }
        if !isMultipart, leakedBoundary == nil, let found = form, !Self.isMeant(found, declared: mediaType) {
            form = nil
        }
        guard
            isMultipart || form != nil || request.content.excess.starts(with: [0x2D, 0x2D])
                || Self.mayHaveLostForm(exchange, request)
                || past.contains(where: { $0.leads(to: exchange) })
        else { return nil }
        return RuleContext(
            exchange: exchange,
            request: request,
            mediaType: mediaType,
            form: form,
            gapCauses: gaps,
            decoding: decoding,
            past: past,
            formTraits: form != nil && form === readForm ? formTraits : nil,
            headTraits: headTraits.take()
        )
    }

    /// Judges a body without a request, under the fields that it was begun with; it must have ended.
    package mutating func judgeBareBody() -> RequestVerdict {
        let isMultipart = mediaType?.isMultipart ?? false
        let form =
            form ?? (isMultipart ? FormReader(declared: mediaType?.declaredBoundaries ?? []).finish() : nil)
        let findings = settings.inspector.judge(RuleContext(fields: fields, form: form))
        return RequestVerdict(form: form, findings: findings, isUpload: true)
    }

    /// Whether a form that was found under another type, or under none, was sent as a form.
    ///
    /// A text may quote a form, and a mail message may be multipart; where no type is declared, the head may
    /// have been cut in two.
    private static func isMeant(_ form: Form, declared mediaType: MediaType?) -> Bool {
        form.isStringified || mediaType.map { form.isFormData(under: $0) } ?? form.hasFormDataPart
    }

    /// Whether the capture lacks the end of the head of a request that may carry a form.
    private static func mayHaveLostForm(_ exchange: borrowing Exchange, _ request: Message) -> Bool {
        request.head.hasGap && ["POST", "PUT", "PATCH"].contains(exchange.method)
    }
}
