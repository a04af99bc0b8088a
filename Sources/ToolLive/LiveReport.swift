import Bytes
import Exchanges
import Inspection
import NIOCore
import Pipeline
import Profiles
import Reporting
import Shell

/// What is printed, and answered, about the exchanges that pass.
///
/// What comes after a pause is handled and printed at once. What follows within ``interval`` is handled together: a person
/// sees no delay, and the same work for many exchanges in a row takes much less than between the steps of connections.
///
/// One event loop's.
final class LiveReport {
    /// How exchanges are printed.
    typealias Format = RunningReport.Format

    /// How long a line may wait.
    private static let interval = TimeAmount.milliseconds(20)
    /// The number of exchanges that wait at most.
    ///
    /// Each takes some kilobytes: of many more, the first would have left the processor's caches before they are handled;
    /// of few, each would fetch the code anew that handles them.
    private static let waitingLimit = 64

    /// An exchange that is reported with those that come soon.
    private enum Waiting {
        /// Its request has ended, and is answered with a status.
        case answered(InspectedExchange, status: Int)
        /// It is complete.
        case completed(InspectedExchange, hasLine: Bool)
    }

    /// The page that shows the exchanges; `nil` for none.
    var page: RecordingPage?

    private let report: RunningReport
    private let output: GatheringSink
    private let loop: any EventLoop
    private let diagnostics: (String) -> Void
    /// What is not reported yet.
    private var waiting: [Waiting] = []
    /// The clients that the lines of ``waiting`` name.
    private var clients: [ClientChoice?] = []
    private var isHandling = false
    /// Whether it will be at ``nextTime``, and what was printed will be written.
    private var isDue = false
    /// When what comes is handled at once again.
    private var nextTime = NIODeadline.uptimeNanoseconds(0)
    private var unread: [OpaqueReason: Int] = [:]

    /// Prepares to report.
    ///
    /// - Parameters:
    ///   - output: receives the report.
    ///   - format: how requests are printed.
    ///   - path: the path of the recording, or what stands for it where there is none.
    ///   - threshold: findings below it are counted, not shown.
    ///   - namesServer: whether requests go to different servers, so that lines have whole URLs.
    ///   - loop: the event loop of what is reported.
    ///   - diagnostics: prints remarks.
    init(
        to output: ReportOutput,
        _ format: Format,
        path: String,
        threshold: Severity,
        namesServer: Bool = false,
        on loop: any EventLoop,
        diagnostics: @escaping (String) -> Void
    ) {
        self.output = GatheringSink(to: output.sink)
        self.loop = loop
        report = RunningReport(
            to: ReportOutput(to: self.output, style: output.style),
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
        answered(exchange, with: status, by: report.client(of: exchange))
    }

    private func answered(_ exchange: InspectedExchange, with status: Int, by client: ClientChoice?) {
        page?.update(exchange.answered(with: status))
        report.answered(exchange, with: status, by: client)
        added()
    }

    /// Reports an exchange that is complete: what was not known when its request ended.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - hasLine: whether it gets a line, if it has none yet.
    func completed(_ exchange: InspectedExchange, hasLine: Bool = true) {
        report.completed(exchange, hasLine: hasLine)
        page?.complete(exchange, isListed: hasLine)
        added()
    }

    // MARK: Batches

    /// Reports with what comes soon a request that has ended and is answered with a status.
    func answeredLater(_ exchange: consuming InspectedExchange, with status: Int) {
        waiting.append(.answered(consume exchange, status: status))
        added()
    }

    /// Reports with what comes soon an exchange that is complete; see ``completed(_:hasLine:)``.
    func completedLater(_ exchange: consuming InspectedExchange, hasLine: Bool) {
        waiting.append(.completed(consume exchange, hasLine: hasLine))
        added()
    }

    /// Something waits, to be handled or to be written.
    private func added() {
        guard !isHandling else { return }
        guard waiting.count < Self.waitingLimit else { return handleWaiting() }
        guard !isDue else { return }
        let now = NIODeadline.now()
        guard now < nextTime else {
            nextTime = now + Self.interval
            return handleWaiting()
        }
        isDue = true
        loop.assumeIsolated().scheduleTask(deadline: nextTime) { [weak self] in
            guard let self else { return }
            isDue = false
            nextTime = .now() + Self.interval
            handleWaiting()
        }
    }

    /// Handles what waits, and writes what was printed.
    private func handleWaiting() {
        guard !isHandling else { return }
        isHandling = true
        var start = 0
        while start < waiting.count {
            let end = waiting.count
            // First all clients, then all lines: the code of both together is more than the first cache holds.
            for item in waiting[start..<end] {
                if case .answered(let exchange, _) = item {
                    clients.append(report.client(of: exchange))
                } else {
                    clients.append(nil)
                }
            }
            for index in start..<end {
                switch waiting[index] {
                case .answered(let exchange, let status): answered(exchange, with: status, by: clients[index])
                case .completed(let exchange, let hasLine): completed(exchange, hasLine: hasLine)
                }
            }
            start = end
        }
        clients.removeAll(keepingCapacity: true)
        waiting.removeAll(keepingCapacity: true)
        isHandling = false
        output.writeOut()
    }

    /// Notes a connection, or the rest of one, that carries something else than HTTP.
    func opaque(_ reason: OpaqueReason) { unread[reason, default: 0] += 1 }

    /// Prints a remark that is no finding.
    func note(_ text: String) {
        handleWaiting()
        diagnostics(text)
    }

    /// Ends the report.
    func finish(connections: Int) {
        handleWaiting()
        var capture = InspectedCapture(path: path, format: "live")
        capture.connections = connections
        capture.exchanges = report.totals.exchanges
        capture.describe(unread)
        report.finish(capture)
        output.writeOut()
    }

    /// Whether a request has a finding that makes a server's answer an error.
    static func isFaulty(_ exchange: InspectedExchange) -> Bool { exchange.worst == .error }

    /// The verdict on a request, as `check --format json` has it.
    func json(_ exchange: InspectedExchange) -> String {
        text(of: exchange) { JSONReporter(to: $0, version: ProductVersion.current) }
    }

    /// The verdict on a request as a page.
    func page(_ exchange: InspectedExchange) -> String {
        text(of: exchange) {
            HTMLReporter(to: $0, spool: StringSink(), rules: .complete, version: ProductVersion.current)
        }
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
