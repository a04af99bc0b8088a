import ArgumentParser
import Exchanges
package import Inspection
package import Pipeline
package import Profiles
package import Reporting

/// What is printed of exchanges while they come: one line each, and below it what was found; a summary at the end.
package final class RunningReport {
    /// How exchanges are printed.
    package enum Format: String, NamedChoice, Sendable {
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

    /// The client that the line of an exchange names; `nil` where it names none, or exchanges have no lines.
    package func client(of exchange: borrowing InspectedExchange) -> ClientChoice? {
        lines == nil ? nil : exchange.clientChoice
    }

    /// Reports a request that has ended: at once where something is found in it that is shown, others when their exchanges
    /// are complete.
    package func requestEnded(_ exchange: InspectedExchange) {
        guard isFaulty(exchange) else { return }
        writeRequest(of: exchange, answeredWith: nil, by: client(of: exchange))
    }

    /// Reports a request that has ended and is being answered, or was.
    ///
    /// - Parameters:
    ///   - exchange: what is known of its exchange.
    ///   - status: the status with which it is being answered.
    ///   - client: the client that its line names: ``client(of:)``.
    package func answered(_ exchange: InspectedExchange, with status: Int, by client: ClientChoice?) {
        guard let wasAnswered = printed.isEmpty ? nil : printed[exchange.number] else {
            return writeRequest(of: exchange, answeredWith: status, by: client)
        }
        guard !wasAnswered, let lines else { return }
        printed[exchange.number] = true
        lines.text.writeAnswer(exchange, to: lines.reporter)
        sink.flush()
    }

    /// Writes the line of a request whose exchange is not complete, and what was found below it.
    private func writeRequest(
        of exchange: InspectedExchange,
        answeredWith status: Int?,
        by client: ClientChoice?
    ) {
        guard let lines else { return }
        printed[exchange.number] = (status ?? exchange.exchange.status) != nil
        lines.text.write(exchange, answeredWith: status, by: client, to: lines.reporter)
        if isFaulty(exchange) { reporter.requestEnded(exchange) }
        sink.flush()
    }

    /// Whether something is found in a request that is shown.
    private func isFaulty(_ exchange: InspectedExchange) -> Bool {
        exchange.findings.contains { $0.finding.severity >= min(threshold, .warning) }
    }

    /// Reports an exchange that is complete: what was not known when its request ended.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - hasLine: whether it gets a line, if it has none yet.
    package func completed(_ exchange: InspectedExchange, hasLine: Bool = true) {
        totals.add(exchange)
        switch printed.isEmpty ? nil : printed.removeValue(forKey: exchange.number) {
        case nil where hasLine:
            if let lines { lines.text.write(exchange, by: exchange.clientChoice, to: lines.reporter) }
        case false? where exchange.exchange.status != nil:
            if let lines { lines.text.writeAnswer(exchange, to: lines.reporter) }
        default: break
        }
        reporter.exchange(exchange)
        sink.flush()
    }

    /// Ends the report.
    package func finish(_ capture: InspectedCapture) {
        totals.add(capture)
        reporter.end(capture)
        reporter.finish(totals)
        sink.flush()
    }
}
