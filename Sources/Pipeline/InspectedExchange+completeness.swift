import Bytes
import Exchanges
import Forms
import Inspection

extension InspectedExchange {
    /// Whether the capture lacks some of the request, or its sender did not complete it.
    package var isIncomplete: Bool {
        exchange.isIncomplete || !isDecodedWhole || lacksEnd
    }

    /// Whether a recorder's log may lack the end of the request's body, where that is how the form lost its end.
    package var lacksEnd: Bool {
        // A comparison of the two would go through a function of another module.
        if case .wire = exchange.fidelity { return false }
        guard let form, let request = exchange.request else { return false }
        return form.lacksEnd(in: request, exchange.fidelity, isMasked: exchange.isMasked)
    }

    /// The number of bytes that such a log lacks of those that were declared; 0 where that is not known.
    package var lackingEnd: Int {
        guard lacksEnd, let request = exchange.request, let declared = request.head.declaredLength else {
            return 0
        }
        return max(declared - request.content.bodyLength, 0)
    }

    /// Whether all of the request was captured, but its chunks cannot be told apart.
    package var hasBrokenChunks: Bool {
        guard let content = exchange.request?.content else { return false }
        return content.completion == .malformed && content.missingBytes == 0
    }

    /// Whether its form has more parts than are kept, so that those after them were not judged.
    package var hasUnjudgedParts: Bool { form.map { $0.partCount > $0.keptPartCount } ?? false }

    /// Whether the capture has no byte of the request's body, or none that can be read, so that there was nothing to
    /// judge but the head.
    package var lacksBody: Bool {
        guard let request = exchange.request else { return false }
        if let form {
            return form.partCount == 0 && request.content.bodyLength > 0
                && request.content.missingBytes >= request.content.bodyLength
        }
        guard exchange.fidelity == .heads || (isIncomplete && exchange.outcome == .ordinary) else {
            return false
        }
        return isUpload
    }

    /// Whether there is a multipart body, or one was declared.
    package var isUpload: Bool {
        if form != nil { return true }
        guard let fields = exchange.request?.head.fields else { return false }
        return MediaType(fields)?.isMultipart ?? false
    }
}

extension Exchange {
    /// Whether the capture lacks the Content-Type of a request that may carry a form, with other lines of its head.
    package var lacksContentType: Bool {
        guard notedContentType == nil, let request, !request.head.isWhole,
            ["POST", "PUT", "PATCH"].contains(method),
            request.head.fields.count(of: .contentType) == 0
        else { return false }
        // Long lines that were left out for want of memory are none of these.
        return request.http2.map { $0.elidedBytes == 0 } ?? true
    }

    /// Whether the capture lacks some of the request as it was framed, or its sender did not complete it.
    var isIncomplete: Bool {
        guard let request else { return true }
        if isDamaged { return true }
        // A comparison of the two would go through a table of functions.
        guard case .complete = request.content.completion else { return true }
        return request.content.missingBytes > 0 || request.head.hasGap
    }
}
