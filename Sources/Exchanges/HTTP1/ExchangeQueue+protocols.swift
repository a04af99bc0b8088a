import Bytes

/// How a connection leaves HTTP/1.
extension ExchangeQueue {
    /// The response that is being read turned the connection into a tunnel.
    mutating func markTunnel(_ response: MessageHead) {
        guard let openResponse else { return }
        pending[openResponse].exchange.becameTunnel = true
        let upgrade = response.fields.value(named: "upgrade")
        pending[openResponse].exchange.tunnelProtocol = upgrade.map { String(decoding: $0, as: UTF8.self) }
        if let request = pending[openResponse].exchange.request {
            pending[openResponse].exchange.request = request.withoutExcess
        }
    }

    /// The rest of the connection is not read as HTTP/1.
    mutating func leave(for other: ProtocolSwitch) {
        if switched == nil { switched = other }
    }

    /// The server switches to HTTP/2 if the request asked for that; the response comes on stream 1 (RFC 7540 §3.2).
    mutating func upgradeToHTTP2(
        _ response: FieldSection,
        _ handler: inout some ExchangeEventHandler
    ) -> Bool {
        guard !isFile, let client, response.value(named: "upgrade")?.equalsIgnoringCase("h2c") ?? false,
            let index = nextAnswered,
            pending[index].request == .ended || pending[index].request == .closed,
            pending[index].exchange.request?.head.fields.first(named: "http2-settings") != nil
        else { return false }
        takeInformational(101)
        // Its response is awaited, so that closing the request completes nothing.
        if openRequest == index { closeRequest(.complete, nil, &handler) }
        let entry = pending[index]
        remove(at: index)
        requestsEnded = true
        responsesEnded = true
        settleAll(&handler)
        leave(for: .upgraded(entry, client: client, slots))
        return true
    }

    /// Both streams have ended, and their last messages are closed.
    mutating func endBoth(_ handler: inout some ExchangeEventHandler) {
        requestsEnded = true
        responsesEnded = true
        settleAll(&handler)
    }
}
