import ArgumentParser
import Exchanges
package import Inspection
package import Pipeline
package import Reporting

/// What is printed of exchanges while they come: one line each, and below it what was found; a summary at the end.
package final class RunningReport {
    /// How exchanges are printed.
    package enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
        /// A line, and what was found below it.
        case text
        /// A line of JSON, as `check` has it.
        case ndjson
    }

    /// What stands for the capture.
    package let path: String
    /// The totals of the exchanges that are complete.
    package var totals = ReportTotals()

    private let sink: any TextSink
    private let reporter: any Reporter
    /// Writes the line of each exchange; `nil` where the other reporter does that.
    private var lines: (text: ExchangeLine, reporter: TextReporter)?
    private let threshold: Severity
    /// The requests whose lines were printed before their exchanges were complete, and whether these had a status.
    private var printed: [Int: Bool] = [:]

    /// Prepares to report.
    ///
    /// - Parameters:
    ///   - output: receives the report.
    ///   - format: how exchanges are printed.
    ///   - path: what stands for the capture.
    ///   - threshold: the least severity that counts; warnings are shown all the same.
    ///   - namesServer: whether requests go to different servers, so that lines have whole URLs.
    ///   - showsReceivers: whether the affected receivers are listed.
    package init(
        to output: ReportOutput,
        _ format: Format,
        path: String,
        threshold: Severity,
        namesServer: Bool = false,
        showsReceivers: Bool = false
    ) {
        sink = output.sink
        switch format {
        case .text:
            let text = TextReporter(
                to: output.sink,
                style: output.style,
                threshold: threshold,
                isLive: true,
                showsReceivers: showsReceivers
            )
            lines = (ExchangeLine(output.style, namesServer: namesServer), text)
            reporter = text
        case .ndjson:
            lines = nil
            reporter = NDJSONReporter(to: output.sink, showsReceivers: showsReceivers)
        }
        self.path = path
        self.threshold = threshold
        reporter.begin(path)
    }

    /// Whether there was a finding at or above the threshold.
    package var hasFindings: Bool { totals.hasFindings(atOrAbove: threshold) }

    /// Reports a request that has ended: at once where it is being answered, or something is found in it that is shown;
    /// others when their exchanges are complete.
    ///
    /// - Parameters:
    ///   - exchange: what is known of its exchange.
    ///   - status: the status with which it is being answered; `nil` where that is not known otherwise.
    package func requestEnded(_ exchange: consuming InspectedExchange, status: Int? = nil) {
        let isFaulty = exchange.findings.contains { $0.finding.severity >= min(threshold, .warning) }
        guard lines != nil, status != nil || isFaulty else { return }
        printed[exchange.number] = (status ?? exchange.exchange.status) != nil
        addLine(of: exchange, answeredWith: status)
        if isFaulty { reporter.requestEnded(exchange) }
        sink.flush()
    }

    /// Reports an exchange that is complete: what was not known when its request ended.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - hasLine: whether it gets a line, if it has none yet.
    package func completed(_ exchange: InspectedExchange, hasLine: Bool = true) {
        totals.add(exchange)
        switch printed.isEmpty ? nil : printed.removeValue(forKey: exchange.number) {
        case nil where hasLine: addLine(of: exchange)
        case false? where exchange.exchange.status != nil:
            if let lines { lines.text.writeAnswer(exchange, to: lines.reporter) }
        default: break
        }
        reporter.exchange(exchange)
        sink.flush()
    }

    private func addLine(of exchange: borrowing InspectedExchange, answeredWith status: Int? = nil) {
        if let lines { lines.text.write(exchange, answeredWith: status, to: lines.reporter) }
    }

    /// Ends the report.
    package func finish(_ capture: InspectedCapture) {
        totals.add(capture)
        reporter.end(capture)
        reporter.finish(totals)
        sink.flush()
    }
}
