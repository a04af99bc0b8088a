/// Hands exchanges on once, although the capture may be read again from its beginning.
final class OnceSink: InspectionSink {
    private let next: any InspectionSink
    private var handedOn = 0
    private var position = 0

    /// Hands on to `next`.
    init(to next: any InspectionSink) {
        self.next = next
    }

    /// Begins again with the first exchange: those that were handed on are passed over.
    func restart() { position = 0 }

    func inspected(_ exchange: consuming InspectedExchange) {
        position += 1
        guard position > handedOn else { return }
        handedOn = position
        next.inspected(exchange)
    }

    func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        next.content(exchange: exchange, part: part, bytes)
    }

    func requestEnded(_ exchange: InspectedExchange) { next.requestEnded(exchange) }
}
