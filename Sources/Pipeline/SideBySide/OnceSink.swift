import Inspection

/// Hands exchanges on once, although the capture may be read again from its beginning.
///
/// What is counted is handed on at the end, and forgotten where the capture is read again. Before that, exchanges come in the
/// order of their numbers: what was handed on is all that is not counted, up to the last of that.
final class OnceSink: InspectionSink {
    private let next: any InspectionSink
    private var uploads: CountedUploads
    /// Whether uploads are counted: to ask what they are counted in is an access to be checked.
    private let counts: Bool
    /// The number of the last exchange that was handed on.
    private var handedOn = 0
    /// The number up to which exchanges are passed over.
    private var passedOver = 0

    /// Hands on to `next`.
    ///
    /// - Parameters:
    ///   - next: takes the exchanges.
    ///   - limit: see ``InspectionOptions/countsUploadsBelow``.
    init(to next: any InspectionSink, countingBelow limit: Severity?) {
        self.next = next
        uploads = CountedUploads(below: limit)
        counts = limit != nil
    }

    /// Begins again with the first exchange: those that were handed on are passed over.
    func restart() {
        uploads = CountedUploads(below: uploads.limit)
        passedOver = handedOn
        next.restarted()
    }

    /// Hands on what was counted, at the end of the capture.
    func finish() { counted(uploads) }

    func inspected(_ exchange: consuming InspectedExchange) {
        if uploads.add(exchange) { return }
        guard exchange.number > passedOver else { return next.repeated(exchange) }
        handedOn = max(handedOn, exchange.number)
        next.inspected(exchange)
    }

    var makesTexts: Bool { !counts && next.makesTexts }

    func text(of exchange: InspectedExchange) -> ExchangeText? {
        !counts && exchange.number > passedOver ? next.text(of: exchange) : nil
    }

    func inspected(_ text: ExchangeText) {
        handedOn = max(handedOn, text.number)
        next.inspected(text)
    }

    func counted(_ uploads: CountedUploads) {
        if uploads.count > 0 { next.counted(uploads) }
    }

    func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        next.content(exchange: exchange, part: part, bytes)
    }

    func requestEnded(_ exchange: InspectedExchange) { next.requestEnded(exchange) }
}
