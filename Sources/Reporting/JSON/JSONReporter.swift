package import Pipeline

/// Writes the whole report as one JSON document.
///
/// Its members are in the order of the schema: facts about a capture, known only at its end, come before the
/// exchanges. These are buffered in a spool, so that memory does not grow with their number.
package final class JSONReporter: Reporter {
    /// The name of the schema.
    package static let schema = "partwise.report/1"

    private let sink: any TextSink
    private let spool: any TextSpool
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
    ///   - spool: buffers the exchanges; it must be empty.
    ///   - version: the version of the tool.
    ///   - showsReceivers: whether the affected receivers are listed.
    ///   - namesClients: whether the client that wrote each form is named.
    package init(
        to sink: any TextSink,
        spool: any TextSpool,
        version: String,
        showsReceivers: Bool = false,
        namesClients: Bool = false
    ) {
        self.sink = sink
        self.spool = spool
        self.version = version
        self.showsReceivers = showsReceivers
        self.namesClients = namesClients
    }

    /// Adds the exchange to the spool.
    package func exchange(_ exchange: InspectedExchange) {
        writer.restart()
        if exchangeCount > 0 { writer.put(",\n    ") } else { writer.put("\n    ") }
        writer.write(exchange, showsReceivers: showsReceivers, namesClient: namesClients)
        writer.write(to: spool)
        exchangeCount += 1
    }

    /// Records the facts about the capture.
    package func end(_ capture: InspectedCapture) {
        captures.append(JSONValue(capture))
    }

    /// Records an input that could not be read.
    package func failed(_ failure: InputFailure) {
        captures.append(JSONValue(failure))
    }

    /// Writes the document.
    package func finish(_ totals: ReportTotals) {
        let tool: JSONValue = ["name": "partwise", "version": .string(version)]
        sink.line("{")
        sink.line("  \"schema\": \(JSONText.quoted(Self.schema)),")
        sink.line("  \"tool\": \(JSONText.indented(tool, depth: 1)),")
        sink.line("  \"captures\": \(JSONText.indented(.array(captures), depth: 1)),")
        sink.write("  \"exchanges\": [")
        spool.replay(into: sink)
        sink.line(exchangeCount > 0 ? "\n  ]," : "],")
        sink.line("  \"summary\": \(JSONText.indented(JSONValue(totals), depth: 1))")
        sink.line("}")
    }
}
