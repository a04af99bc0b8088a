import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline

extension InspectedExchange {
    /// Whether a form was declared and no body sent, and that is no fault, so that this is not an upload.
    ///
    /// A client that should have sent a body has made a fault: its upload failed.
    var isWithoutUpload: Bool {
        guard let form, form.length == 0, !isIncomplete, !lacksBody else { return false }
        return !findings.contains { $0.finding.severity > .note }
    }

    /// Whether the input is a body without a request.
    ///
    /// A logged request whose head gives its content no end has no framing either, but a start line.
    var isBareBody: Bool {
        guard let head = exchange.request?.head else { return false }
        return head.framing == .bare && !head.hasStartLine
    }

    /// The method and the target, escaped for display: `POST /upload`; empty for a bare body.
    func requestLine(limit: Int = 4000) -> String {
        exchange.requestLine(limit: limit)
    }

    /// The findings in the order in which reports for people show them: the most severe first.
    var orderedFindings: [LocatedFinding] { findings.inReadingOrder }

    /// The number of findings of a severity.
    func count(_ severity: Severity) -> Int {
        findings.count { $0.finding.severity == severity }
    }
}
