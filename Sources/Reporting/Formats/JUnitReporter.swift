import Bytes
import Exchanges
package import Inspection
package import Pipeline

/// Writes the report as JUnit XML: a suite for each capture, a test case for each upload, failed where a
/// finding counts.
///
/// A suite's counts come before its cases, which are therefore buffered in a spool.
package final class JUnitReporter: Reporter {
    private let sink: any TextSink
    private let makeSpool: () -> any TextSpool
    private let threshold: Severity
    private var spool: any TextSpool
    private var path = ""
    private var counts = Counts()

    private struct Counts {
        var tests = 0
        var failures = 0
        var errors = 0
        var skipped = 0
    }

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the report.
    ///   - threshold: the least severity that fails a test case.
    ///   - makeSpool: makes the buffer for the cases of one capture.
    package init(
        to sink: any TextSink,
        threshold: Severity = .error,
        makeSpool: @escaping () -> any TextSpool
    ) {
        self.sink = sink
        self.threshold = threshold
        self.makeSpool = makeSpool
        spool = makeSpool()
        sink.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        sink.line("<testsuites name=\"partwise\">")
    }

    /// Starts a suite.
    package func begin(_ path: String) {
        self.path = path
        spool = makeSpool()
        counts = Counts()
    }

    /// Writes the test case of an upload; other exchanges without findings are left out.
    package func exchange(_ exchange: InspectedExchange) {
        guard exchange.isUpload || !exchange.findings.isEmpty else { return }
        counts.tests += 1
        let text = FindingText(exchange, path: path, style: TextStyle())
        let name = "#\(exchange.number) \(exchange.requestLine())"
        spool.line("    <testcase name=\"\(Self.escaped(name))\" classname=\"\(Self.escaped(path))\">")
        let failing = exchange.orderedFindings.filter { $0.finding.severity >= threshold }
        if let worst = failing.max(by: { $0.finding.severity < $1.finding.severity }) {
            counts.failures += 1
            let message = Self.escaped(worst.finding.message)
            spool.line("      <failure message=\"\(message)\" type=\"\(worst.finding.rule)\">")
            spool.line(failing.map { Self.escaped(text, $0) }.joined(separator: "\n\n") + "</failure>")
        } else if exchange.isIncomplete {
            counts.skipped += 1
            let isBrokenOff = exchange.exchange.outcome != .ordinary
            let reason =
                exchange.lacksBody
                ? "the capture has no body for it"
                : exchange.hasBrokenChunks
                    ? "its chunks cannot be told apart"
                    : isBrokenOff ? "it ended before all was sent" : "it is incomplete in the capture"
            spool.line("      <skipped message=\"not judged: \(reason)\"/>")
        }
        let others = exchange.orderedFindings.filter { $0.finding.severity < threshold }
        if !others.isEmpty {
            let told = others.map { Self.escaped(text, $0) }.joined(separator: "\n\n")
            spool.line("      <system-out>\(told)</system-out>")
        }
        spool.line("    </testcase>")
    }

    /// Writes the suite.
    package func end(_ capture: InspectedCapture) {
        writeSuite(notices: capture.problems.map(\.message))
    }

    /// Writes a suite with one case, which reports that the input could not be read.
    package func failed(_ failure: InputFailure) {
        path = failure.path
        spool = makeSpool()
        counts = Counts(tests: 1, errors: 1)
        let name = Self.escaped(failure.path)
        spool.line("    <testcase name=\"read\" classname=\"\(name)\">")
        spool.line("      <error message=\"\(Self.escaped(failure.reason))\" type=\"unreadable\"/>")
        spool.line("    </testcase>")
        writeSuite(notices: [])
    }

    /// Ends the document.
    package func finish(_ totals: ReportTotals) {
        sink.line("</testsuites>")
    }

    private func writeSuite(notices: [String]) {
        sink.line(
            "  <testsuite name=\"\(Self.escaped(path))\" tests=\"\(counts.tests)\" failures=\"\(counts.failures)\" "
                + "errors=\"\(counts.errors)\" skipped=\"\(counts.skipped)\">"
        )
        spool.replay(into: sink)
        if !notices.isEmpty {
            let text = notices.map(Self.escaped).joined(separator: "\n")
            sink.line("    <system-err>\(text)</system-err>")
        }
        sink.line("  </testsuite>")
        spool = makeSpool()
    }

    private static func escaped(_ text: FindingText, _ located: LocatedFinding) -> String {
        text.drawn(located).rows.map(escaped).joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        XMLText.escaped(PrintableText.text(text, limit: 4000))
    }
}
