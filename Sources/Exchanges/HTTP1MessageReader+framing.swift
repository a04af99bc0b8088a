import Bytes

extension HTTP1MessageReader {
    /// Tells of a head, and decides how its content is read.
    mutating func take(
        _ message: consuming Message,
        _ startLine: StartLine,
        _ head: RawSpan,
        _ delivery: ByteOrigin,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        let fields = FramingFields(message.fields)
        message.declaredLength = fields.declaredLength
        switch startLine.form {
        case .request:
            var (framing, length) = isCutHead ? (.none, 0) : fields.ofRequest
            if isFile, framing == .none, !isCutHead { framing = .bare }
            message.framing = framing
            expectsContinue = fields.expectsContinue
            isWanted = dialogue.takeRequestHead(consume message, &handler) == .wanted
            beginContent(framing, length, &dialogue, &handler)
        case .status(let status, _) where status < 200 && status != 101:
            dialogue.takeInformational(status)
            state = .startLine
            isInsideLine = false
        case .status(101, _) where dialogue.upgradeToHTTP2(message.fields, &handler):
            state = .ended
        case .status(let status, let reason):
            let method = dialogue.awaitingMethod
            let (framing, length) =
                isCutHead ? (.none, 0) : fields.ofResponse(status: status, method: method ?? "")
            message.framing = framing
            let text = head.text(reason)
            let tunnel = status == 101 ? Self.upgrade(message.fields) : .tunnel
            isWanted =
                dialogue.takeResponseHead(consume message, status: status, reason: text, &handler) == .wanted
            if status == 101 || (method == "CONNECT" && status < 300) {
                dialogue.markTunnel()
                dialogue.closeResponse(.complete, &handler)
                dialogue.become(tunnel, frame: delivery.frame, &handler)
                state = .ended
                return
            }
            beginContent(framing, length, &dialogue, &handler)
            if method == nil, case .counted = state {
                // It may answer HEAD.
                leftover = .resumed(state)
                state = .startLine
                isInsideLine = false
            }
        }
    }

    /// What a connection becomes by a 101 (Switching Protocols) with these fields.
    private static func upgrade(_ fields: FieldSection) -> OpaqueReason {
        let isWebSocket = fields.value(named: "upgrade")?.equalsIgnoringCase("websocket") ?? false
        return isWebSocket ? .webSocket : .upgraded
    }

    private mutating func beginContent(
        _ framing: MessageFraming,
        _ length: Int,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
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
            leftover = .resumed(.rest)
        case .none, .contentLength:
            if !isCutHead { endContent(&dialogue, &handler) }
        }
    }
}
