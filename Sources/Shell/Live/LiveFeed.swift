import Exchanges
import Inspection
package import Pipeline
import Reporting

/// Takes exchanges while packets are read, and reports them once these packets are on the disk.
package final class LiveFeed: InspectionHandler {
    /// What has come of an exchange.
    private struct Event {
        enum State { case requestEnded, answered, completed }

        let state: State
        let exchange: InspectedExchange
    }

    private let report: RunningReport
    private let selection: ExchangeSelection
    private var events: [Event] = []
    /// The exchanges that were selected and are not complete.
    private var selected: Set<Int> = []

    /// Feeds a report with the selected exchanges.
    package init(_ report: RunningReport, _ selection: ExchangeSelection) {
        self.report = report
        self.selection = selection
        report.totals.selection = selection.words
    }

    /// Takes an exchange that is complete.
    package func inspected(_ exchange: consuming InspectedExchange) { add(exchange, .completed) }

    /// Takes a request that has ended.
    package func requestEnded(_ exchange: InspectedExchange) { add(exchange, .requestEnded) }

    /// Takes an exchange whose messages have ended.
    package func answered(_ exchange: InspectedExchange) { add(exchange, .answered) }

    private func add(_ exchange: InspectedExchange, _ state: Event.State) {
        guard selected.contains(exchange.number) || selection.accepts(exchange) else { return }
        if state == .completed { selected.remove(exchange.number) } else { selected.insert(exchange.number) }
        events.append(Event(state: state, exchange: exchange))
    }

    /// Reports what has come.
    ///
    /// - Parameter files: the files that hold the frames.
    func report(_ files: FrameFiles) {
        guard !events.isEmpty else { return }
        // One line has all that is known of an exchange.
        let last = Dictionary(
            events.indices.map { (events[$0].exchange.number, $0) },
            uniquingKeysWith: { $1 }
        )
        for (index, event) in events.enumerated() where last[event.exchange.number] == index {
            let exchange = event.exchange.changed { $0.additions.files = files }
            switch event.state {
            case .requestEnded: report.requestEnded(exchange)
            case .answered:
                guard let status = exchange.exchange.status else { continue }
                report.answered(exchange, with: status, by: report.client(of: exchange))
            case .completed: report.completed(exchange)
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
