import Bytes
import CaptureSources
import Connections
import Exchanges
import Forms
import Inspection

/// Makes of judged exchanges such that can be shown to others.
///
/// What is to be made unreadable is replaced before the exchange is judged a second time: so nothing of it can get into
/// a form, an excerpt or a sentence. The findings are those of the exchange as it was.
final class Redactor {
    private let redaction: Redaction
    private let keeper: ExchangeKeeper
    private let sink: TwinSink
    private var twin: ExchangeJudge

    /// Makes a redactor; `nil` where nothing is to be made unreadable.
    ///
    /// - Parameters:
    ///   - options: those by which exchanges are judged.
    ///   - keeper: has the bytes of their requests.
    ///   - sink: takes the contents of parts, with fill in them.
    init?(options: InspectionOptions, keeper: ExchangeKeeper, sink: any InspectionSink) {
        guard let redaction = options.redaction else { return nil }
        self.redaction = redaction
        self.keeper = keeper
        let twinSink = TwinSink(contents: sink)
        self.sink = twinSink
        var options = options
        options.redaction = nil
        options.takesDecodedBodies = true
        // Each exchange is taken as it comes.
        options.waitingExchanges = 0
        twin = ExchangeJudge(sink: twinSink, options: options, capture: 0)
    }

    /// Makes a judged exchange one that can be shown, its messages' maps included.
    ///
    /// - Returns: what was replaced.
    func redact(_ inspected: inout InspectedExchange) -> RedactionPlan {
        let original = inspected
        let plan = RedactionPlan(
            redaction,
            of: original.exchange,
            form: original.form,
            findings: original.findings,
            isCoded: original.decoding.map { $0.outcome != .plain } ?? false
        )
        plan.redact(&inspected.exchange)
        if twin.requestHead(original.number, inspected.exchange) == .wanted { replay(original, plan) }
        twin.completed(original.number, inspected.exchange)
        guard let judged = sink.take() else { return plan }
        inspected.form = judged.form
        inspected.digests = judged.digests
        inspected.body = judged.body
        inspected.opening = judged.opening
        guard let request = inspected.exchange.request else { return plan }
        inspected.findings = RedactedFindings.merge(original.findings, judged.findings) { finding in
            FindingLocator.locate(finding, in: request, body: nil, form: judged.form) { _ in nil }
        }
        return plan
    }

    /// Tells the twin of the request's body, with fill in it.
    private func replay(_ original: InspectedExchange, _ plan: RedactionPlan) {
        let number = original.number
        let coding = original.exchange.request.flatMap { BodyCoding($0.fields) }
        var masks = MaskedRun(plan.bodyMasks)
        var offset = 0
        func take(_ span: RawSpan) {
            var bytes = span.withUnsafeBytes { Array($0) }
            masks.apply(to: &bytes, at: offset)
            offset += bytes.count
            twin.requestContent(number, bytes.span.bytes)
        }
        let content = keeper.requestContent(of: number, original.exchange)
        do {
            try content.forEachPiece { piece in
                switch piece {
                case .bytes(let bytes):
                    if let coding {
                        coding.push(bytes.span.bytes) { take($0) }
                    } else {
                        take(bytes.span.bytes)
                    }
                case .missing(let length, let cause):
                    _ = coding?.miss { take($0) }
                    offset += length
                    twin.requestGap(number, length: length, cause: cause)
                }
            }
        } catch {
            // The keeper tells of it; what could not be read again is missing.
            twin.requestGap(number, length: max(content.count - offset, 0), cause: .limit)
        }
        coding?.finish { take($0) }
    }
}

/// Takes the exchange that was judged last, and passes contents on.
private final class TwinSink: InspectionSink {
    private let contents: any InspectionSink
    private var last: InspectedExchange?

    let keeper: ExchangeKeeper? = nil

    init(contents: any InspectionSink) {
        self.contents = contents
    }

    func inspected(_ exchange: consuming InspectedExchange) { last = exchange }

    func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        contents.content(exchange: exchange, part: part, bytes)
    }

    func wantsContent(of exchange: Int) -> Bool { contents.wantsContent(of: exchange) }

    func take() -> InspectedExchange? { last.take() }
}
