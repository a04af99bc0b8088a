package import Bytes
package import Exchanges
package import Forms

/// What rules judge: a request's head, its framing, and the form in its body, as far as each is there.
package struct RuleContext: Sendable {
    /// The request's field lines; for a bare body, one Content-Type line.
    package var fields: FieldSection
    /// The parsed Content-Type of the request, `nil` where there is none.
    package var mediaType: MediaType?
    /// The request; `nil` for a bare body.
    package var request: Message?
    /// The method; empty for a bare body.
    package var method: String
    /// The status code of the final response, `nil` where none was seen.
    package var status: Int?
    /// How the request ended.
    package var outcome: Outcome
    /// What the source of the exchange proves.
    package var fidelity: Fidelity
    /// The media type that the source notes beside the fields; `nil` where it notes none.
    package var notedContentType: String?
    /// Whether the server asked for the content with 100 (Continue).
    package var wasToldToContinue: Bool
    /// Earlier uploads from which this request may follow, the oldest first.
    package var past: [PriorRequest]
    /// Why bytes of the body are missing, one entry a gap, in order.
    package var gapCauses: [GapDescription]
    /// The form in the body; `nil` where there is none and none was declared.
    package var form: Form?
    /// The result of decoding them; `nil` where none is declared, or the body has no request.
    package var decoding: ContentDecoding?
    /// The traits of the form, where they are known already.
    var formTraits: FormTraits?
    /// What is unusual in the head and the framing, where it is known already.
    var knownHeadTraits: HeadTraits?
    /// Whether the source's copy of the request is damaged: any byte of it may be another one than was sent.
    package var isDamaged = false
    /// Whether a dot stands in the source for each byte that is not printable.
    package var isMasked = false
    /// Whether the source has the request's bytes without the connection that carried them: where they break off, it does
    /// not tell whether the client closed it.
    package var lacksConnection = false

    /// Whether Content-Type says multipart, any subtype.
    package let isMultipart: Bool
    /// Whether Content-Type says multipart/form-data.
    package let isFormData: Bool

    /// A gap in a body.
    package struct GapDescription: Hashable, Sendable {
        /// The missing bytes, as offsets in the body.
        package var range: Range<Int>
        /// Why they are missing, in a few words.
        package var cause: String

        /// Describes a gap.
        package init(range: Range<Int>, cause: String) {
            self.range = range
            self.cause = cause
        }
    }

    /// The content codings that the request declares, raw; empty where there are none.
    package var contentCoding: String {
        guard request != nil, let value = fields.value(.contentEncoding) else { return "" }
        return PrintableText.text(value)
    }

    /// Whether every byte of the body is there, up to the end that the sender gave it.
    ///
    /// A bare body counts as complete.
    package var hasWholeBody: Bool {
        if let form, !form.gaps.isEmpty { return false }
        if isDamaged { return false }
        if let decoding, !decoding.isWhole { return false }
        guard let request else { return true }
        return request.content.completion == .complete && request.content.missingBytes == 0
            && !lacksEnd
    }

    /// Whether a recorder's log may hold less of the body than was sent, and does not hold the end of the form.
    ///
    /// The client may have stopped, or the recorder: a log does not tell.
    package var lacksEnd: Bool {
        guard fidelity < .wire, let request, let form else { return false }
        return form.lacksEnd(in: request, fidelity, isMasked: isMasked)
    }

    /// How long the body really was: the framed bytes and those that followed them.
    package var sentLength: Int {
        (request?.content.bodyLength ?? form?.length ?? 0) + (request?.content.excessLength ?? 0)
    }
}

// In an extension, so that the memberwise initializer, which copies less, remains available.
extension RuleContext {
    /// The context for a request of an exchange and the form in its body.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - request: its request.
    ///   - mediaType: the parsed Content-Type, where it has been parsed already.
    ///   - form: the form in the body.
    ///   - gapCauses: why bytes of the body are missing.
    ///   - decoding: the result of decoding the content codings of the body.
    ///   - past: earlier uploads from which this request may follow.
    ///   - formTraits: the traits of the form, where they are known already.
    ///   - headTraits: those of the head and the framing, where they are known already.
    package init(
        exchange: borrowing Exchange,
        request: Message,
        mediaType: MediaType? = nil,
        form: Form?,
        gapCauses: [GapDescription] = [],
        decoding: ContentDecoding? = nil,
        past: [PriorRequest] = [],
        formTraits: FormTraits? = nil,
        headTraits: HeadTraits? = nil
    ) {
        let fields = request.head.fields
        let mediaType = mediaType ?? MediaType(fields)
        self.init(
            fields: fields,
            mediaType: mediaType,
            request: request,
            method: exchange.method,
            status: exchange.status,
            outcome: exchange.outcome,
            fidelity: exchange.fidelity,
            notedContentType: exchange.notedContentType,
            wasToldToContinue: exchange.informational.contains(100),
            past: past,
            gapCauses: gapCauses,
            form: form,
            decoding: decoding,
            formTraits: formTraits,
            knownHeadTraits: headTraits,
            isDamaged: exchange.isDamaged,
            isMasked: exchange.isMasked,
            lacksConnection: exchange.client == nil,
            isMultipart: mediaType?.isMultipart ?? false,
            isFormData: mediaType?.isFormData ?? false
        )
    }

    /// The context for a body without a request.
    ///
    /// - Parameters:
    ///   - contentType: the value of its Content-Type.
    ///   - form: the form in the body.
    package init(contentType: String, form: Form?) {
        self.init(
            fields: FieldSection(parsing: Array("Content-Type: \(contentType)\r\n".utf8), base: 0),
            form: form
        )
    }

    /// The context for a body without a request, under field lines.
    package init(fields: FieldSection, form: Form?) {
        let mediaType = MediaType(fields)
        self.init(
            fields: fields,
            mediaType: mediaType,
            request: nil,
            method: "",
            status: nil,
            outcome: .ordinary,
            fidelity: .body,
            notedContentType: nil,
            wasToldToContinue: false,
            past: [],
            gapCauses: [],
            form: form,
            decoding: nil,
            isMultipart: mediaType?.isMultipart ?? false,
            isFormData: mediaType?.isFormData ?? false
        )
    }

    /// The contents of parts whose header is longer than the reader takes: they begin with the rest of it.
    var partsWithUnreadHeader: [Range<Int>] {
        (form?.parts ?? []).filter { $0.headerEnd == .limit }.map(\.content)
    }

    /// What is unusual in the head and the framing.
    package var headTraits: HeadTraits {
        if let knownHeadTraits { return knownHeadTraits }
        var traits = HeadTraits(fields: fields, mediaType: mediaType, request: request)
        traits.add(
            method: request == nil ? "POST" : method,
            outcome,
            fidelity,
            notedContentType: notedContentType
        )
        if !past.isEmpty { traits.insert(.aftermath) }
        if isDamaged || !(form?.gaps.isEmpty ?? true) { traits.insert(.incomplete) }
        return traits
    }
}
