package import Pipeline

/// Writes the whole report as one JSON document.
///
/// What is known only at a capture's end, the facts about it, comes after the exchanges: these are written as they come, and
/// neither memory nor a file grows with their number.
package final class JSONReporter: Reporter {
    /// The name of the schema.
    package static let schema = "partwise.report/1"

    private let sink: any TextSink
    private let version: String
    private let showsReceivers: Bool
    private let namesClients: Bool
    private var captures: [JSONValue] = []
    private var exchangeCount = 0
    /// Writes one exchange after the other, as elements of an array that is a member.
    private var writer = JSONWriter(level: 2)

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the report.
    ///   - version: the version of the tool.
    ///   - showsReceivers: whether the affected receivers are listed.
    ///   - namesClients: whether the client that wrote each form is named.
    package init(
        to sink: any TextSink,
        version: String,
        showsReceivers: Bool = false,
        namesClients: Bool = false
    ) {
        self.sink = sink
        self.version = version
        self.showsReceivers = showsReceivers
        self.namesClients = namesClients
    }

    /// Writes the exchange.
    package func exchange(_ exchange: InspectedExchange) {
        if exchangeCount == 0 { begin() }
        write(exchange, with: &writer)
        exchangeCount += 1
    }

    /// Writes the exchange with the writer, which is accessed once for all steps.
    private func write(_ exchange: InspectedExchange, with writer: inout JSONWriter) {
        writer.restart()
        if exchangeCount > 0 { writer.put(",\n    ") } else { writer.put("\n    ") }
        writer.write(exchange, showsReceivers: showsReceivers, namesClient: namesClients)
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

    /// Writes the rest of the document.
    package func finish(_ totals: ReportTotals) {
        if exchangeCount == 0 { begin() }
        sink.line(exchangeCount > 0 ? "\n  ]," : "],")
        sink.line("  \"captures\": \(JSONText.indented(.array(captures), depth: 1)),")
        sink.line("  \"summary\": \(JSONText.indented(JSONValue(totals), depth: 1))")
        sink.line("}")
    }

    /// Writes what stands before the first exchange.
    private func begin() {
        let tool: JSONValue = ["name": "partwise", "version": .string(version)]
        sink.line("{")
        sink.line("  \"schema\": \(JSONText.quoted(Self.schema)),")
        sink.line("  \"tool\": \(JSONText.indented(tool, depth: 1)),")
        sink.write("  \"exchanges\": [")
    }
}
