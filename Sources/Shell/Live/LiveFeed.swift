import Exchanges
import Inspection
package import Pipeline
import Reporting

/// Takes exchanges while packets are read, and reports them once these packets are on the disk.
package final class LiveFeed: InspectionHandler {
    private enum Event {
        case requestEnded(InspectedExchange)
        case answered(InspectedExchange)
        case completed(InspectedExchange)
    }

    private let report: RunningReport
    private let selection: ExchangeSelection
    private var events: [Event] = []
    /// The exchanges that were selected when their requests ended, and are not complete.
    private var selected: Set<Int> = []

    /// Feeds a report with the selected exchanges.
    package init(_ report: RunningReport, _ selection: ExchangeSelection) {
        self.report = report
        self.selection = selection
        report.totals.selection = selection.words
    }

    /// Takes an exchange that is complete.
    package func inspected(_ exchange: consuming InspectedExchange) {
        guard selected.remove(exchange.number) != nil || selection.accepts(exchange) else { return }
        events.append(.completed(exchange))
    }

    /// Takes a request that has ended.
    package func requestEnded(_ exchange: InspectedExchange) {
        guard selection.accepts(exchange) else { return }
        selected.insert(exchange.number)
        events.append(.requestEnded(exchange))
    }

    /// Takes an exchange whose messages have ended.
    package func answered(_ exchange: InspectedExchange) {
        guard selected.contains(exchange.number) || selection.accepts(exchange) else { return }
        selected.insert(exchange.number)
        events.append(.answered(exchange))
    }

    /// Reports what has come.
    ///
    /// - Parameter files: the files that hold the frames.
    func report(_ files: FrameFiles) {
        guard !events.isEmpty else { return }
        var (answered, completed): (Set<Int>, Set<Int>) = ([], [])
        for event in events {
            switch event {
            case .requestEnded: break
            case .answered(let exchange): answered.insert(exchange.number)
            case .completed(let exchange): completed.insert(exchange.number)
            }
        }
        for event in events {
            switch event {
            case .requestEnded(var exchange):
                // One line has it all.
                guard !completed.contains(exchange.number), !answered.contains(exchange.number) else {
                    continue
                }
                exchange = exchange.changed { $0.additions.files = files }
                report.requestEnded(exchange)
            case .answered(var exchange):
                guard !completed.contains(exchange.number), let status = exchange.exchange.status else {
                    continue
                }
                exchange = exchange.changed { $0.additions.files = files }
                report.answered(exchange, with: status, by: report.client(of: exchange))
            case .completed(var exchange):
                exchange = exchange.changed { $0.additions.files = files }
                report.completed(exchange)
            }
        }
        events.removeAll()
    }

    /// Ends the report.
    func finish(_ capture: InspectedCapture) { report.finish(capture) }

    /// What stands for the capture in the report.
    var path: String { report.path }

    /// Whether there was a finding at or above the threshold.
    var hasFindings: Bool { report.hasFindings }
}
