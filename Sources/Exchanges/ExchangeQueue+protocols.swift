import Bytes
import Connections

/// How a connection leaves HTTP/1.
extension ExchangeQueue {
    /// The response that is being read turned the connection into a tunnel.
    ///
    /// What the client sent in advance was meant for the tunnel, and is no excess of the request.
    mutating func markTunnel() {
        guard let openResponse else { return }
        pending[openResponse].exchange.becameTunnel = true
        let upgrade = pending[openResponse].exchange.response?.fields.value(named: "upgrade")
        pending[openResponse].exchange.tunnelProtocol = upgrade.map { String(decoding: $0, as: UTF8.self) }
        pending[openResponse].exchange.update(.request) { message in
            message.excess = []
            message.excessLength = 0
        }
    }

    /// The connection is HTTP/2, `client` the end whose preface shows it.
    mutating func becomeHTTP2(client: Side?) {
        http2 = HTTP2Connection(summary, client: client, limits: limits, numbers: numbers)
    }

    /// The server switches to HTTP/2 if the request asked for that; the response comes on stream 1 (RFC 7540 §3.2).
    mutating func upgradeToHTTP2(
        _ response: FieldSection,
        _ handler: inout some ExchangeHandler
    ) -> Bool {
        guard !isFile, let client, response.value(named: "upgrade")?.equalsIgnoringCase("h2c") ?? false,
            let index = firstAwaiting,
            pending[index].request == .contentComplete || pending[index].request == .closed,
            pending[index].exchange.request?.fields.first(named: "http2-settings") != nil
        else { return false }
        takeInformational(101)
        // Its response is awaited, so that closing the request hands on nothing.
        if openRequest == index { closeRequest(.complete, &handler) }
        let entry = remove(at: index)
        requestsEnded = true
        responsesEnded = true
        settleAll(&handler)
        http2 = HTTP2Connection(
            upgrading: entry,
            of: summary,
            client: client,
            limits: limits,
            numbers: numbers
        )
        return true
    }

    /// The rest of the connection is not read.
    mutating func become(
        _ reason: OpaqueReason,
        frame: Int?,
        _ handler: inout some ExchangeHandler
    ) {
        guard opaque == nil else { return }
        if let openRequest {
            closeRequest(
                pending[openRequest].request == .contentComplete ? .complete : .captureEnded,
                &handler
            )
        }
        closeResponse(.captureEnded, &handler)
        requestsEnded = true
        responsesEnded = true
        settleAll(&handler)
        opaque = reason
        handler.opaque(connection: summary.number, reason: reason, frame: frame ?? 0)
    }
}
