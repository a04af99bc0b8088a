import Bytes
import Exchanges
import Forms
import Inspection

/// What of one exchange is replaced by fill: places in its heads and in its bodies.
struct RedactionPlan {
    private let redaction: Redaction
    private let head: HeadRedaction
    /// What is replaced in the request's body, as offsets in the bytes that the form is made of.
    let bodyMasks: [Range<Int>]
    /// Whether the request's body is under a content coding, so that nothing can be replaced in it as it was sent.
    private let isCoded: Bool
    /// The text of the form's delimiters, which stays wherever it occurs.
    private let delimiterText: [UInt8]

    /// Plans for an exchange.
    ///
    /// - Parameters:
    ///   - redaction: what is to be made unreadable.
    ///   - exchange: the exchange.
    ///   - form: the form in its request; `nil` where there is none.
    ///   - findings: what was found in it.
    ///   - isCoded: whether a content coding was taken off the body.
    init(
        _ redaction: Redaction,
        of exchange: borrowing Exchange,
        form: Form?,
        findings: [LocatedFinding],
        isCoded: Bool
    ) {
        self.redaction = redaction
        head = HeadRedaction(redaction: redaction)
        self.isCoded = isCoded
        delimiterText = form?.delimiterText ?? []
        if let form {
            bodyMasks = BodyMasks.of(form, findings, redaction)
        } else {
            let length = exchange.request?.content.bodyLength ?? 0
            bodyMasks = redaction.coversAllParts && length > 0 ? [0..<Int.max] : []
        }
    }

    // MARK: What is reported

    /// Replaces what reports may show of the exchange's heads.
    func redact(_ exchange: inout Exchange) {
        exchange.target = redacted(exchange.target)
        exchange.notedURL = exchange.notedURL.map { redacted($0) }
        redact(&exchange.request)
        redact(&exchange.response)
    }

    private func redacted(_ reference: String) -> String {
        var bytes = Array(reference.utf8)
        for mask in head.masks(ofReference: bytes[...]) { ContentFill.replace(&bytes, in: mask) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func redact(_ message: inout Message?) {
        guard let original = message else { return }
        var changed = MessageDraft(original)
        for mask in head.masks(ofStartLine: changed.head.startLine) {
            ContentFill.replace(&changed.head.startLine, in: mask)
        }
        changed.head.fields = changed.head.fields.replacing(head.masks(of: changed.head.fields))
        changed.content.trailers = changed.content.trailers.replacing(
            head.masks(of: changed.content.trailers)
        )
        for mask in excessMasks(original) { ContentFill.replace(&changed.content.excess, in: mask) }
        message = Message(changed)
    }

    /// What is replaced in the bytes after the content that were kept.
    ///
    /// They may be the rest of the form, or all of it, and no reader says where a credential is in them: all but the
    /// delimiters is replaced, even where nothing in the content is.
    private func excessMasks(_ message: Message) -> [Range<Int>] {
        guard !message.content.excess.isEmpty else { return [] }
        let excess = message.content.excess
        let delimiters = excess.indices.filter { index in
            !delimiterText.isEmpty && excess[index] == delimiterText[0]
                && excess[index...].starts(with: delimiterText)
        }
        return BodyMasks.subtract(
            delimiters.map { $0..<($0 + delimiterText.count) },
            from: [0..<excess.count]
        )
    }

    // MARK: What is written anew

    /// Marks what is replaced in what was kept of the exchange.
    func apply(to kept: inout KeptExchange, _ exchange: borrowing Exchange) {
        // These were not checked for secrets; writers make new ones from their status codes.
        kept.interim = nil
        if let request = exchange.request {
            apply(to: &kept.request, request, contentMasks: bodyMasks, isCoded: isCoded)
            kept.isBodyWithheld = isCoded && !bodyMasks.isEmpty
        }
        if let response = exchange.response {
            let masks = redaction.coversAllParts ? [0..<Int.max] : []
            apply(to: &kept.response, response, contentMasks: masks, isCoded: false)
        }
    }

    private func apply(
        to message: inout KeptMessage?,
        _ original: Message,
        contentMasks: [Range<Int>],
        isCoded: Bool
    ) {
        let masks = isCoded && !contentMasks.isEmpty ? [0..<Int.max] : contentMasks
        message?.content.masks = masks
        guard message?.wire != nil else { return }
        let base = original.head.startLineOffset
        var wireMasks = head.masks(ofStartLine: original.head.startLine)
        wireMasks += head.masks(of: original.head.fields).map { $0.moved(by: -base) }
        wireMasks += framed(masks, of: original).map { $0.moved(by: -base) }
        wireMasks += head.masks(of: original.content.trailers).map { $0.moved(by: -base) }
        let end = original.head.contentStart + original.content.wireLength - base
        wireMasks += excessMasks(original).map { $0.moved(by: end) }
        if original.content.excessLength > original.content.excess.count {
            wireMasks.append((end + original.content.excess.count)..<Int.max)
        }
        message?.wire?.masks = wireMasks.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The offsets in the stream of what is replaced in the content of a message.
    ///
    /// Where it is not known how the content was framed, all of the rest is replaced: rather too much than too little.
    private func framed(_ masks: [Range<Int>], of message: Message) -> [Range<Int>] {
        var result: [Range<Int>] = []
        let end = message.end
        for mask in masks {
            var offset = mask.lowerBound
            let upper = min(mask.upperBound, message.content.bodyLength)
            while offset < upper {
                guard let run = message.arrival.bodyShift.run(at: offset) else {
                    result.append(min(message.streamOffset(ofBody: offset), end)..<end)
                    return result
                }
                let stop = min(run.range.upperBound, upper)
                result.append((offset + run.value)..<(stop + run.value))
                offset = stop
            }
        }
        return result
    }
}
