import Bytes
import Exchanges
import Inspection
import Pages

/// Joins requests with the forms of earlier pages on the way to a handler.
final class PageJoin: InspectionSink {
    private let next: any InspectionSink
    private let inspector: Inspector
    private let openingBytes: Int
    private var shelf = PageShelf()
    /// Whether it may hold anything: the shelf itself is another module's, and asking it is an access to be checked.
    private var hasPages = false
    /// Whether texts may be made before all earlier exchanges are known: one of those may be a page.
    private let mayBeVoid: Bool
    /// Whether a page has come, be it before its turn.
    private var sawPage = false
    private(set) var isVoid = false

    /// Joins what goes to `next`, where pages are read.
    ///
    /// - Parameters:
    ///   - next: takes the exchanges.
    ///   - options: what is read.
    ///   - mayBeVoid: whether the capture can be read again, should a page come after texts of later exchanges were made.
    /// - Returns: where exchanges go.
    static func sink(
        to next: any InspectionSink,
        _ options: InspectionOptions,
        mayBeVoid: Bool = false
    ) -> any InspectionSink {
        options.readsPages ? PageJoin(to: next, options, mayBeVoid: mayBeVoid) : next
    }

    private init(to next: any InspectionSink, _ options: InspectionOptions, mayBeVoid: Bool) {
        self.next = next
        self.mayBeVoid = mayBeVoid
        inspector = options.inspector
        openingBytes = options.openingBytes
    }

    func text(of exchange: InspectedExchange) -> ExchangeText? {
        if exchange.page != nil { sawPage = true }
        // More was kept than was asked for where the opening is longer.
        guard mayBeVoid, !sawPage, exchange.opening.count <= openingBytes else { return nil }
        return next.text(of: exchange)
    }

    func inspected(_ text: ExchangeText) {
        if hasPages { isVoid = true }
        if !isVoid { next.inspected(text) }
    }

    func inspected(_ exchange: consuming InspectedExchange) {
        guard !isVoid else { return }
        guard hasPages || exchange.page != nil || exchange.opening.count > openingBytes else {
            return next.inspected(exchange)
        }
        var exchange = consume exchange
        if hasPages,
            let origin = shelf.origin(of: exchange.exchange, form: exchange.form, opening: exchange.opening)
        {
            let findings = locate(inspector.settle(origin.requestFindings), in: exchange)
            exchange = exchange.changed {
                $0.findings += findings
                $0.additions.origin = Boxed(origin)
            }
        }
        // More was kept than was asked for, to find the names of a form in it.
        if exchange.opening.count > openingBytes {
            let opening = Array(exchange.opening.prefix(openingBytes))
            exchange = exchange.changed { $0.additions.opening = opening }
        }
        if let page = exchange.page?.value {
            let findings = inspector.settle(PageRules.findings(in: page))
            hasPages = true
            sawPage = true
            shelf.add(page, url: exchange.exchange.url(), exchange: exchange.number, findings: findings)
        }
        next.inspected(exchange)
    }

    private func locate(_ findings: [Finding], in exchange: InspectedExchange) -> [LocatedFinding] {
        guard let fields = exchange.exchange.request?.head.fields else { return [] }
        return findings.map {
            LocatedFinding(
                finding: $0,
                frame: exchange.exchange.request?.arrival.firstFrame,
                excerpt: Array(fields[$0.range]),
                excerptOffset: $0.range.lowerBound
            )
        }
    }

    func counted(_ uploads: CountedUploads) { next.counted(uploads) }

    func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        next.content(exchange: exchange, part: part, bytes)
    }

    func requestEnded(_ exchange: InspectedExchange) { next.requestEnded(exchange) }

    func answered(_ exchange: InspectedExchange) { next.answered(exchange) }
}
