import Bytes
import Exchanges
import Pipeline
import Recording

/// How what is known of exchanges is reported, and recorded.
extension MessageRelay {
    /// Whether requests are passed on one by one, and not with all that passes a tunnel.
    private var isLookedInto: Bool { if case .tunnel = phase { false } else { true } }

    /// Takes what is known of exchanges.
    func take(_ results: [InspectionResult]) {
        for result in results { take(result) }
    }

    /// Takes one result, and has it reported: those of a stream are reported by its connection.
    func take(_ result: consuming InspectionResult) {
        let reports = stream == nil ? proxy : nil
        switch consume result {
        case .requestHead(let number, let head):
            stream?.begin()
            if isLookedInto {
                requests.append(
                    Request(number: number, contentStart: head.contentStart, fields: head.fields)
                )
            }
            reports?.take(.requestHead(exchange: number, head))
        case .requestContent(let number, let bytes): add(bytes, to: number)
        case .requestEnded(let exchange):
            end(exchange)
            reports?.take(.requestEnded(consume exchange))
        case .requestBroken(let number): contentBroke(of: number)
        case .responseEnded(let number):
            outstanding = max(outstanding - 1, 0)
            serverHasAnswered = true
            isAnswering = false
            reports?.take(.responseEnded(exchange: number))
        case .completed(let found):
            let exchange = commented(found)
            remark(on: exchange)
            reports?.take(.completed(consume exchange))
        case .opaque(let reason):
            becomeOpaque(reason)
            reports?.take(.opaque(reason))
        case let other: reports?.take(other)
        }
    }

    /// Reports what is known of exchanges; those of a stream are reported by its connection.
    func report(_ results: [InspectionResult]) {
        for case .completed(let exchange) in results { remark(on: exchange) }
        if stream == nil { proxy.take(results) }
    }

    /// An exchange with what its messages do not tell: that it was cut off as was asked for.
    private func commented(_ exchange: consuming InspectedExchange) -> InspectedExchange {
        if exchange.number == cutRequest { exchange.exchange.comment = "closed by the proxy, as asked for" }
        return exchange
    }

    /// Says what is missing of an exchange because the connection has ended.
    private func remark(on exchange: borrowing InspectedExchange) {
        if let text = ending?.remark(on: exchange, isAnswered: isAnswering) {
            note(text, on: exchange.number)
        }
    }

    /// Takes the end of a side's stream.
    func ended(_ side: Side, _ end: StreamEnd) {
        // A client ends a stream with each request.
        if stream == nil || side == .responder { ending = ending ?? proxy.ending(side, end) }
        take(connection.ended(end, from: side))
    }

    /// Adds a comment on the response to a request; one that is passed on again has it already.
    func add(_ comment: String, on request: Int) {
        guard !comments.contains(where: { $0 == (request, comment) }) else { return }
        comments.append((request, comment))
    }

    /// The comments for the bytes of the server that come now.
    ///
    /// Where several responses are due, these bytes may be of another one than a comment is on: it names its request.
    func takeComments() -> String? {
        guard !comments.isEmpty else { return nil }
        defer { comments = [] }
        let isNamed = outstanding > 1
        return comments.map { isNamed ? "request \($0.request): \($0.text)" : $0.text }.joined(
            separator: "; "
        )
    }
}
