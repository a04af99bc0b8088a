import Bytes
import Exchanges
import Inspection
import Pipeline
import Reporting
import Shell

/// What is printed, and answered, about the exchanges that pass.
final class LiveReport {
    /// How they are printed.
    typealias Format = RunningReport.Format

    /// The page that shows the exchanges; `nil` for none.
    var page: RecordingPage?

    private let report: RunningReport
    private let diagnostics: (String) -> Void
    private var unread: [OpaqueReason: Int] = [:]

    /// Prepares to report.
    ///
    /// - Parameters:
    ///   - output: receives the report.
    ///   - format: how requests are printed.
    ///   - path: the path of the recording, or what stands for it where there is none.
    ///   - threshold: findings below it are counted, not shown.
    ///   - namesServer: whether requests go to different servers, so that lines have whole URLs.
    ///   - diagnostics: prints remarks.
    init(
        to output: ReportOutput,
        _ format: Format,
        path: String,
        threshold: Severity,
        namesServer: Bool = false,
        diagnostics: @escaping (String) -> Void
    ) {
        report = RunningReport(
            to: output,
            format,
            path: path,
            threshold: threshold,
            namesServer: namesServer
        )
        self.diagnostics = diagnostics
    }

    /// The path of the recording, or what stands for it.
    var path: String { report.path }

    /// Whether there was a finding at or above the threshold.
    var hasFindings: Bool { report.hasFindings }

    /// Notes a request whose head is complete.
    func began(_ exchange: Int, _ head: MessageHead) { page?.began(exchange, head) }

    /// Notes a request that has ended, and is not answered yet.
    func requestEnded(_ exchange: InspectedExchange) { page?.update(exchange) }

    /// Reports a request that has ended and is answered with a status.
    func answered(_ exchange: InspectedExchange, with status: Int) {
        report.requestEnded(exchange, status: status)
        guard let page else { return }
        var shown = exchange
        shown.exchange.status = status
        page.update(shown)
    }

    /// Reports an exchange that is complete: what was not known when its request ended.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - hasLine: whether it gets a line, if it has none yet.
    func completed(_ exchange: InspectedExchange, hasLine: Bool = true) {
        report.completed(exchange, hasLine: hasLine)
        page?.complete(exchange, isListed: hasLine)
    }

    /// Notes a connection, or the rest of one, that carries something else than HTTP.
    func opaque(_ reason: OpaqueReason) { unread[reason, default: 0] += 1 }

    /// Prints a remark that is no finding.
    func note(_ text: String) { diagnostics(text) }

    /// Ends the report.
    func finish(connections: Int) {
        var capture = InspectedCapture(path: path, format: "live")
        capture.connections = connections
        capture.exchanges = report.totals.exchanges
        capture.describe(unread)
        report.finish(capture)
    }

    /// Whether a request has a finding that makes a server's answer an error.
    static func isFaulty(_ exchange: InspectedExchange) -> Bool { exchange.worst == .error }

    /// The verdict on a request, as `check --format json` has it.
    func json(_ exchange: InspectedExchange) -> String {
        text(of: exchange) { JSONReporter(to: $0, spool: StringSink(), version: ProductVersion.current) }
    }

    /// The verdict on a request as a page.
    func page(_ exchange: InspectedExchange) -> String {
        text(of: exchange) { HTMLReporter(to: $0, spool: StringSink(), version: ProductVersion.current) }
    }

    private func text(of exchange: InspectedExchange, _ make: (StringSink) -> any Reporter) -> String {
        let text = StringSink()
        let reporter = make(text)
        var totals = ReportTotals()
        totals.add(exchange)
        var capture = InspectedCapture(path: path, format: "live")
        capture.connections = 1
        capture.exchanges = 1
        totals.add(capture)
        reporter.begin(path)
        reporter.exchange(exchange)
        reporter.end(capture)
        reporter.finish(totals)
        return text.text
    }
}
