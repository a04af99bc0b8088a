import Exchanges
import Pipeline

/// How what passes is reported.
extension RecordingProxy {
    /// Prints a remark that is about no request.
    func note(_ text: String) { report.note(text) }

    /// Says why a server is not spoken to; gives what the client is told.
    func refusal(of address: UpstreamAddress, _ error: any Error) -> String {
        let text = "\(address.authority): \(NetworkFailure.text(error))"
        let help = NetworkFailure.isDistrust(error) ? "; --insecure \(address.host) takes it as it is" : ""
        note("\(text); the client gets 502\(help)")
        return "\(text)\n"
    }

    /// Reports what is known of exchanges.
    func take(_ results: [InspectionResult]) {
        for result in results { take(result) }
    }

    /// Reports what is known of an exchange, with what else is known soon.
    func take(_ result: consuming InspectionResult) { report.handleLater(consume result) }

    /// Reports it now.
    func report(_ result: consuming InspectionResult) {
        switch consume result {
        case .requestHead(let number, let head): report.began(number, head)
        case .requestEnded(let exchange):
            report.requestEnded(exchange)
            self.exchange(exchange.number).request = consume exchange
        case .responseHead(let number, let head): exchange(number).status = ResponseLine(head).status
        case .responseEnded(let number): responseEnded(number)
        case .completed(let exchange): completed(exchange)
        case .opaque(.tunnel): break
        case .opaque(let reason): report.opaque(reason)
        default: break
        }
    }

    private func exchange(_ number: Int) -> RunningExchange {
        if let known = running[number] { return known }
        let new = RunningExchange()
        running[number] = new
        return new
    }

    private func responseEnded(_ number: Int) {
        // Where the request goes on, its exchange is reported when it is complete.
        guard let answered = running[number], let request = answered.request.take() else { return }
        running[number] = nil
        guard let status = answered.status, request.exchange.method != "CONNECT" else { return }
        report.answered(consume request, with: status)
    }

    private func completed(_ exchange: InspectedExchange) {
        running[exchange.number] = nil
        // What passes through a tunnel has lines of its own.
        let isTunnel = exchange.exchange.method == "CONNECT" && exchange.exchange.status == 200
        report.completed(exchange, hasLine: !isTunnel)
    }
}
