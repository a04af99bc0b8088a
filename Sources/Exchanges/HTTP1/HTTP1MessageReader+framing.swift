import Bytes

extension HTTP1MessageReader {
    /// Reports a head, and decides how its content is read.
    mutating func take(
        _ startLine: StartLine,
        _ head: RawSpan,
        _ fields: FramingFields,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        draft.head.declaredLength = fields.declaredLength
        switch startLine.form {
        case .request:
            var (framing, length) = isCutHead ? (.none, 0) : fields.ofRequest
            if isFile, framing == .none, !isCutHead { framing = .bare }
            if framing == .bare {
                closeLine = CloseLineWatch(draft.head.fields)
            } else if closeLine != nil {
                closeLine = nil
            }
            expectsContinue = fields.expectsContinue
            beginMessage(.request, framing, queue.exchange(.request))
            isWanted = framing != .none
            handler.head(draft.head, of: exchange, .request)
            beginContent(framing, length, &queue, &handler)
            // It may have been answered before its head was whole: what is at hand is read as what comes later.
            if mayHaveEnded { reconsider(queue) }
            awaitResponse()
        case .status(let status, _) where status < 200 && status != 101:
            queue.takeInformational(status)
            if let id = queue.awaitingExchange { handler.handle(.interimHead(id, draft.head)) }
            state = .startLine
            isInsideLine = false
        case .status(101, _) where queue.upgradeToHTTP2(draft.head.fields, &handler):
            state = .ended
        case .status(let status, let reason):
            let method = queue.awaitingMethod
            let (framing, length) =
                isCutHead ? (.none, 0) : fields.ofResponse(status: status, method: method ?? "")
            draft.head.framing = framing
            queue.takeResponseHead(draft.head, status: status, reason: head.text(reason), &handler)
            beginMessage(.response, framing, queue.exchange(.response))
            isWanted = queue.responseContents.includes(draft.head.fields)
            if status == 101 || (method == "CONNECT" && status < 300) {
                let tunnel = status == 101 ? Self.upgrade(draft.head.fields) : .tunnel
                queue.markTunnel(draft.head)
                closeMessage(.complete, &queue, &handler)
                queue.leave(for: .opaque(tunnel, frame: origin.frame))
                state = .ended
                return
            }
            beginContent(framing, length, &queue, &handler)
            if method == nil, case .counted = state {
                // It may be the response to HEAD.
                unframed = .resumed(state)
                state = .startLine
                isInsideLine = false
            }
        }
    }

    /// In a file a response may stand where content is declared: an interim one before it, or, where the client asked
    /// for leave to send it, a refusal in its place (RFC 9110 §10.1.1).
    private mutating func awaitResponse() {
        guard isFile else { return }
        switch state {
        case .counted, .chunked:
            unframed = .resumed(state)
            state = .startLine
            isInsideLine = false
        case .startLine, .head, .interim, .rest, .ended: break
        }
    }

    private mutating func beginMessage(
        _ role: MessageRole,
        _ framing: MessageFraming,
        _ exchange: ExchangeID?
    ) {
        draft.head.framing = framing
        self.role = role
        self.exchange = exchange ?? self.exchange
        isInMessage = true
        hasEnded = false
        ended = nil
    }

    /// The protocol that a 101 (Switching Protocols) with these fields switches to.
    private static func upgrade(_ fields: FieldSection) -> OpaqueReason {
        let isWebSocket = fields.value(named: "upgrade")?.equalsIgnoringCase("websocket") ?? false
        return isWebSocket ? .webSocket : .upgraded
    }

    private mutating func beginContent(
        _ framing: MessageFraming,
        _ length: Int,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        switch framing {
        case .contentLength where length > 0:
            state = .counted(remaining: length)
        case .chunked:
            chunks = ChunkedCoding(limits: limits)
            state = .chunked
        case .untilClose, .h2Data:
            state = .rest
        case .bare:
            state = .startLine
            isInsideLine = false
            unframed = .resumed(.rest)
        case .none, .contentLength:
            if !isCutHead { endContent(&queue, &handler) }
        }
    }
}
