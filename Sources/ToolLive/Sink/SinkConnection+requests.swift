import Bytes
import Exchanges
import Inspection
import NIOCore
import Pipeline
import Recording

/// What the inspection says, and what the sink does then.
extension SinkConnection {
    func take(_ results: [InspectionResult]) {
        for result in results {
            switch result {
            case .requestHead(_, let head):
                sink.report(result)
                begin(SinkRequest(head, isSecure: isSecure))
            case .requestBroken where !isClosing:
                answerEarly(
                    SinkAnswer(
                        status: 400,
                        body: "The chunks of the body are malformed: where it ends cannot be known.\n",
                        closes: true
                    )
                )
            case .judged(let exchange): end(exchange)
            case .opaque where !isClosing:
                sink.report(result)
                refuseStrayLines()
            default: sink.report(result)
            }
        }
    }

    /// Answers bytes that begin no request.
    func refuseStrayLines() {
        let client = Endpoint(context?.remoteAddress).map { "\($0): " } ?? ""
        sink.site.note("\(client)the bytes are not a request of HTTP/1.1; the client gets 400")
        answer(
            SinkAnswer(status: 400, body: "The bytes are not a request of HTTP/1.1.\n", closes: true),
            to: nil
        )
    }

    private func begin(_ request: SinkRequest) {
        guard !isClosing else { return }
        self.request = request
        isAnsweredEarly = false
        behavior = sink.site.behavior(at: request.path)
        requestStart = request.contentStart
        guard request.expectsContinue else { return }
        if behavior.refusesExpect {
            answerEarly(SinkAnswer(status: 417, body: "The expectation is refused.\n"))
        } else if behavior.asksForCredentials, !request.isAuthorized {
            answerEarly(sink.unauthorized)
        } else if behavior.rejectAfter == 0 {
            answerEarly(SinkAnswer(status: 413, body: "The content is refused unseen.\n", closes: true))
        } else if (request.declaredLength ?? 0) > sink.bodyLimit {
            answerEarly(sink.tooLong)
        } else if !behavior.ignoresExpect {
            let start = requestStart
            after(behavior.continueDelay) { handler in
                guard handler.request != nil, handler.requestStart == start, !handler.isAnsweredEarly else {
                    return
                }
                handler.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            }
        }
    }

    private func end(_ exchange: InspectedExchange) {
        let request = request
        self.request = nil
        guard !isAnsweredEarly, !isClosing else { return }
        let length = exchange.exchange.request?.content.wireLength ?? 0
        if let limit = behavior.closeAfter, length >= limit { return breakOff() }
        if length > 0, length >= behavior.rejectAfter ?? .max || length > sink.bodyLimit {
            answer(
                SinkAnswer(
                    status: 413,
                    body: "The content is refused after \(length) bytes.\n",
                    closes: true
                ),
                to: request
            )
            return
        }
        let isWhole = exchange.exchange.request.map {
            $0.content.completion == .complete && $0.content.excessLength == 0
                && !$0.content.faults.contains { $0.kind.blursBounds }
        }
        var answer = sink.answer(to: exchange, request, behavior)
        // After a body whose end is in doubt, so is the beginning of the next request.
        if isWhole != true || !(request?.keepsAlive ?? false) || inputHasEnded { answer.closes = true }
        sink.site.answered(exchange, with: answer.status)
        self.answer(answer, to: request, after: behavior.answerDelay)
    }

    /// Refuses what comes too much of, as the behaviour or the limits have it.
    func applyByteLimits() {
        guard request != nil, let connection, !isClosing else { return }
        let received = connection.receivedBytes - requestStart
        if let limit = behavior.closeAfter, received >= limit {
            breakOff()
        } else if let limit = behavior.rejectAfter, received >= limit {
            answerEarly(
                SinkAnswer(
                    status: 413,
                    body: "The content is refused after \(received) bytes.\n",
                    closes: true
                )
            )
        } else if received > sink.bodyLimit {
            answerEarly(sink.tooLong)
        }
    }
}
