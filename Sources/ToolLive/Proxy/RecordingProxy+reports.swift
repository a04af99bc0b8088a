import Bytes
import Exchanges
import Filters
import NIOSSL
import Pipeline

/// How what passes is reported.
extension RecordingProxy {
    /// Prints a remark that is about no request.
    func note(_ text: String) { report.note(text) }

    /// Says why a server is not spoken to; gives what the client is told.
    func refusal(of address: UpstreamAddress, _ error: any Error) -> ProxyRefusal {
        let text = "\(name(of: address, error)): \(NetworkFailure.text(error))"
        let help = NetworkFailure.isDistrust(error) ? "; --insecure \(address.name) takes it as it is" : ""
        let refusal = ProxyRefusal(reason: NetworkFailure.status(error), text: text)
        note("\(text); the client gets \(refusal.status)\(help)")
        return refusal
    }

    /// Why a client has not ended its handshake of TLS, and what helps where it does not trust the authority.
    func text(ofHandshake error: any Error) -> String {
        let help =
            NetworkFailure.isDistrust(ofHandshake: error)
            ? ": partwise proxy --ca install-hint says how it can" : ""
        return NetworkFailure.text(ofHandshake: error) + help
    }

    /// How messages name a server, and the proxy before it.
    ///
    /// - Parameters:
    ///   - address: the server.
    ///   - error: what failed; where there is a proxy before the server, an error of its connection is the proxy's.
    /// - Returns: the names.
    func name(of address: UpstreamAddress, _ error: (any Error)? = nil) -> String {
        guard let next = settings.upstreamProxy else { return address.authority }
        // The one name that is looked up is the proxy's.
        if let error, NetworkFailure.status(error) == .name { return "the proxy \(next.authority)" }
        let isOfTLS =
            error.map { $0 is NIOSSLError || $0 is CertificateFault || $0 is BoringSSLError } ?? false
        return isOfTLS ? address.authority : "\(address.authority) through the proxy \(next.authority)"
    }

    /// Reports what is known of exchanges.
    func take(_ results: [InspectionResult]) {
        for result in results { take(result) }
    }

    /// Reports what is known of an exchange; those of which the connection or the stream was closed because that was asked for
    /// get that said, which their messages do not tell.
    func take(_ result: InspectionResult, cut exchanges: Set<Int>) {
        guard case .completed(let exchange) = result, exchanges.contains(exchange.number) else {
            return take(result)
        }
        take(.completed(exchange.changed { $0.exchange.comment = "closed by the proxy, as asked for" }))
    }

    /// Reports what is known of exchanges, and says which messages are missing because a connection has ended.
    ///
    /// - Parameters:
    ///   - results: what is known.
    ///   - ending: how the connection ended; `nil` where nothing is to be said of that.
    ///   - isAnswered: whether the server has sent something since the last response.
    func take(_ results: [InspectionResult], _ ending: ConnectionEnding?, isAnswered: Bool) {
        for result in results {
            if case .completed(let exchange) = result,
                let text = ending?.remark(on: exchange, isAnswered: isAnswered)
            {
                note("request \(exchange.number)\(text)")
            }
            take(result)
        }
    }

    /// Why nothing more passes a connection that a side has ended; `nil` where the proxy is being ended.
    func ending(_ side: Side, _ end: StreamEnd) -> ConnectionEnding? { isEnding ? nil : .ended(side, end) }

    /// Reports what is known of an exchange, where that is enough for a line, or for what is below it.
    func take(_ result: consuming InspectionResult) {
        // Each alone: of a `switch` that takes over more than one of them, the compiler makes copies.
        if case .answered = result {
            guard case .answered(let exchange) = consume result else { return }
            return answered(exchange)
        }
        if case .completed = result {
            guard case .completed(let exchange) = consume result else { return }
            return completed(exchange)
        }
        switch result {
        case .requestHead(let number, let head): report.began(number, head)
        case .judged(let exchange): report.requestEnded(exchange)
        case .opaque(.tunnel): break
        case .opaque(let reason): report.opaque(reason)
        case .unreadTunnel: report.opaque(.tunnel)
        default: break
        }
    }

    private func answered(_ exchange: consuming InspectedExchange) {
        guard let status = exchange.exchange.status, !exchange.asksForTunnel else { return }
        // What the proxy says of an answer of its own.
        if let remark = exchange.exchange.response?.head.fields.proxyDetails {
            exchange = exchange.changed { $0.exchange.comment = remark }
        }
        report.answeredLater(consume exchange, with: status)
    }

    private func completed(_ exchange: consuming InspectedExchange) {
        // What passes through a tunnel has lines of its own.
        let isTunnel = exchange.asksForTunnel && exchange.exchange.status == 200
        report.completedLater(consume exchange, hasLine: !isTunnel)
    }
}
