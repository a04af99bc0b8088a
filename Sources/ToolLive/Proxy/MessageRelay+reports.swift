import Bytes
import Exchanges
import NIOCore
import Pipeline
import Recording

/// How what is known of exchanges is reported, and recorded.
extension MessageRelay {
    /// Whether requests are passed on one by one, and not with all that passes a tunnel.
    private var isLookedInto: Bool { if case .tunnel = phase { false } else { true } }

    /// The requests that wait from which on little is read at once from a client, and how many bytes: one read may hold
    /// thousands of them.
    private static let (manyRequests, shortRead) = (64, 64 << 10)

    /// Takes what is known of exchanges.
    func take(_ results: [InspectionResult]) {
        for result in results { take(result) }
    }

    /// Takes one result, and has it reported: those of a stream are reported by its connection.
    func take(_ result: consuming InspectionResult) {
        note(result)
        guard stream == nil else { return }
        if let cutRequest { return proxy.take(consume result, cut: [cutRequest]) }
        proxy.take(consume result)
    }

    /// Notes what a result means for the connection; it is not taken apart, which would copy it.
    private func note(_ result: InspectionResult) {
        switch result {
        case .requestHead(let number, let head):
            if let stream { self.stream = stream.begun() }
            if let declined, isLookedInto {
                refuseSuccessor(number, of: declined)
            } else if isLookedInto {
                requests.append(
                    Request(number: number, contentStart: head.contentStart, fields: head.fields)
                )
                if requests.count == Self.manyRequests { client.limitReads(to: Self.shortRead) }
            }
        case .requestContent(let number, let bytes): add(bytes, to: number)
        case .requestEnded(let number, let message): end(number, message)
        case .requestBroken(let number): contentBroke(of: number)
        case .responseEnded(_, let end):
            if outstanding > 0 { answerEnd = end }
            outstanding = max(outstanding - 1, 0)
            serverHasAnswered = true
            isAnswering = false
        case .completed(let exchange): remark(on: exchange)
        case .opaque(let reason): becomeOpaque(reason)
        default: break
        }
    }

    /// Reports what is known of exchanges; those of a stream are reported by its connection.
    func report(_ results: [InspectionResult]) {
        for case .completed(let exchange) in results { remark(on: exchange) }
        if stream == nil { proxy.take(results) }
    }

    /// Says what is missing of an exchange because the connection has ended.
    private func remark(on exchange: borrowing InspectedExchange) {
        if let text = unreadRemark(on: exchange) ?? ending?.remark(on: exchange, isAnswered: isAnswering) {
            note(text, on: exchange.number)
        }
    }

    /// What is said of an exchange whose response, or one before it, has a head that is longer than is read: whether it was
    /// passed on whole is not known.
    private func unreadRemark(on inspected: borrowing InspectedExchange) -> String? {
        if let response = inspected.exchange.response {
            guard response.head.isTooLong else { return nil }
            hasUnreadHead = true
            return ConnectionEnding.tooLongHead
        }
        guard hasUnreadHead, inspected.exchange.request?.content.completion == .complete else { return nil }
        return ConnectionEnding.afterTooLongHead
    }

    /// Takes the end of a side's stream.
    func ended(_ side: Side, _ end: StreamEnd) {
        // A client ends a stream with each request.
        if stream == nil || side == .responder { ending = ending ?? proxy.ending(side, end) }
        take(connection.ended(end, from: side))
    }

    /// Ends both sides.
    func closeConnection() {
        for side in [Side.initiator, .responder] { report(connection.ended(.finished, from: side)) }
        report(connection.closed())
        connection.flush()
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
