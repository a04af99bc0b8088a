package import Pipeline

/// Writes one line of JSON for each exchange when it completes, and a summary line at the end.
package final class NDJSONReporter: Reporter {
    private let sink: any TextSink
    private let showsReceivers: Bool
    private let namesClients: Bool
    private var captures: [JSONValue] = []
    private var writer = JSONWriter()

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the report.
    ///   - showsReceivers: whether the affected receivers are listed.
    ///   - namesClients: whether the client that wrote each form is named.
    package init(to sink: any TextSink, showsReceivers: Bool = false, namesClients: Bool = false) {
        self.sink = sink
        self.showsReceivers = showsReceivers
        self.namesClients = namesClients
    }

    /// Writes the exchange's line.
    package func exchange(_ exchange: InspectedExchange) {
        write(exchange, with: &writer)
    }

    /// Writes the exchange's line with the writer, which is accessed once for all steps.
    private func write(_ exchange: InspectedExchange, with writer: inout JSONWriter) {
        writer.restart()
        writer.write(exchange, showsReceivers: showsReceivers, namesClient: namesClients)
        writer.put("\n")
        writer.write(to: sink)
    }

    /// Records the facts about the capture.
    package func end(_ capture: InspectedCapture) {
        captures.append(JSONValue(capture))
    }

    /// Records an input that could not be read.
    package func failed(_ failure: InputFailure) {
        captures.append(JSONValue(failure))
    }

    /// Writes the summary line, which includes the captures.
    package func finish(_ totals: ReportTotals) {
        sink.line(JSONText.compact(["summary": JSONValue(totals), "captures": .array(captures)]))
    }
}
