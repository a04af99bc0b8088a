import Bytes
import Exchanges
package import Inspection
package import Pages
package import Pipeline

/// Lists the forms of pages, and what rules find in them; of captures also the requests that they made.
package final class FormsReporter: Reporter {
    /// How the list is written.
    package enum Format: Sendable {
        /// For people.
        case text
        /// As JSON.
        case json
        /// As options of `partwise proxy`, which put a file into the place of a field.
        case attachHints
    }

    private let sink: any TextSink
    private let style: TextStyle
    private let format: Format
    private let settle: ([Finding]) -> [Finding]
    private var path = ""
    private var pages: [JSONValue] = []
    private var requests: [JSONValue] = []
    private var hints: Set<String> = []
    private var isFirst = true

    /// The findings so far, by severity.
    package private(set) var counts = SeverityCounts()
    /// The number of pages so far.
    package private(set) var pageCount = 0

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the list.
    ///   - style: colours and width.
    ///   - format: how it is written.
    ///   - settle: gives findings their severities, and leaves out those that are turned off.
    package init(
        to sink: any TextSink,
        style: TextStyle,
        format: Format,
        settle: @escaping ([Finding]) -> [Finding]
    ) {
        self.sink = sink
        self.style = style
        self.format = format
        self.settle = settle
    }

    /// Records the path for the titles.
    package func begin(_ path: String) {
        self.path = path
    }

    /// Adds the exchange's page, and the form that made its request.
    package func exchange(_ exchange: InspectedExchange) {
        if let origin = exchange.origin?.value { add(origin, of: exchange) }
        if let page = exchange.page?.value { add(page, exchange: exchange.number) }
    }

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - page: the page, with its bytes.
    ///   - exchange: the number of its exchange; `nil` where it is a file.
    package func add(_ page: CapturedPage, exchange: Int?) {
        let findings = settle(PageRules.findings(in: page))
        pageCount += 1
        for finding in findings { counts[finding.severity] += 1 }
        switch format {
        case .json: pages.append(JSONValue(page, source: path, exchange: exchange, findings: findings))
        case .attachHints:
            for hint in page.forms.flatMap({ AttachHint.all(of: $0, in: page) }) { write(hint) }
        case .text:
            let name = exchange.map { "\(path)#\($0)" } ?? path
            let rows = PageRows(
                page,
                name: PrintableText.text(SystemPath.bytes(name), limit: 400),
                findings,
                style: style
            ).rows
            write(rows)
        }
    }

    private func add(_ origin: FormOrigin, of exchange: InspectedExchange) {
        let text = OriginText(origin)
        switch format {
        case .json:
            requests.append([
                "source": .string(SystemPath.lossyText(path)), "exchange": .integer(exchange.number),
                "origin": JSONValue(origin),
            ])
        case .attachHints: for hint in origin.placeholders { write(hint) }
        case .text:
            let name = PrintableText.text(SystemPath.bytes("\(path)#\(exchange.number)"), limit: 400)
            let method = PrintableText.text([UInt8](exchange.exchange.method.utf8), limit: 20)
            let target = PrintableText.text([UInt8](exchange.exchange.target.utf8), limit: 200)
            write(
                [style.paint(name, .strong) + "  \(method) \(target)", "  made by \(text.headline)"]
                    + text.remarks.map { "  - \($0)" }
            )
        }
    }

    private func write(_ hint: AttachHint) {
        let line = hint.options
        guard hints.insert(line).inserted else { return }
        sink.line("# \(hint.reason)")
        sink.line(line)
    }

    private func write(_ rows: [String]) {
        if !isFirst { sink.line() }
        isFirst = false
        for row in rows { sink.line(row) }
    }

    /// Writes the JSON, or what the list comes to.
    package func finish(_ totals: ReportTotals) {
        switch format {
        case .json:
            sink.line(
                JSONText.indented([
                    "schema": "partwise.forms/1", "pages": .array(pages), "requests": .array(requests),
                ])
            )
        case .text where pageCount > 0:
            sink.line()
            let words = Severity.allCases.reversed().map { Quantity.of(counts[$0], $0.rawValue) }
            sink.line("\(Quantity.of(pageCount, "page")) with forms: \(words.joined(separator: ", "))")
        case .text, .attachHints: break
        }
    }
}
