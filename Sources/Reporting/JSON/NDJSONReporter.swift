package import Pipeline

/// Writes one line of JSON an exchange, as it completes, and one for the summary at the end.
package final class NDJSONReporter: Reporter {
    private let sink: any TextSink
    private let showsReceivers: Bool
    private let namesClients: Bool
    private var captures: [JSONValue] = []

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: where the report goes.
    ///   - showsReceivers: whether it is told which receivers break on what was found.
    ///   - namesClients: whether it is told who wrote each form.
    package init(to sink: any TextSink, showsReceivers: Bool = false, namesClients: Bool = false) {
        self.sink = sink
        self.showsReceivers = showsReceivers
        self.namesClients = namesClients
    }

    /// Writes the exchange's line.
    package func exchange(_ exchange: InspectedExchange) {
        var value = JSONValue(exchange, showsReceivers: showsReceivers)
        if namesClients { value.append("client", JSONValue(exchange.client)) }
        sink.line(JSONText.compact(value))
    }

    /// Notes what is said of the capture.
    package func end(_ capture: InspectedCapture) {
        captures.append(JSONValue(capture))
    }

    /// Keeps the place of an input that could not be read.
    package func failed(_ failure: InputFailure) {
        captures.append(JSONValue(failure))
    }

    /// Writes the line of the summary, the captures beside it.
    package func finish(_ totals: ReportTotals) {
        sink.line(JSONText.compact(["summary": JSONValue(totals), "captures": .array(captures)]))
    }
}
