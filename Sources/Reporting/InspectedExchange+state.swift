import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline

extension InspectedExchange {
    /// Whether something of the request is not in the capture, or its sender broke off.
    var isIncomplete: Bool {
        guard let request = exchange.request else { return true }
        if let decoding, !decoding.isWhole { return true }
        return request.completion != .complete || request.missingBytes > 0 || request.headHasGap
    }

    /// Whether the body was given by itself, without a request around it.
    var isBareBody: Bool { exchange.request?.framing == .bare }

    /// Whether a multipart body is here or was declared.
    package var isUpload: Bool {
        if form != nil { return true }
        guard let fields = exchange.request?.fields else { return false }
        return MediaType(fields)?.isMultipart ?? false
    }

    /// The method and the target, fit to be shown: `POST /upload`; empty for a bare body.
    func requestLine(limit: Int = 60) -> String {
        let words = [exchange.method, exchange.target].filter { !$0.isEmpty }
        return words.map { PrintableText.text($0, limit: limit) }.joined(separator: " ")
    }

    /// The findings as they are told: in the order of their places, at one place the gravest first.
    var toldFindings: [LocatedFinding] {
        findings.sorted { left, right in
            let (left, right) = (left.finding, right.finding)
            return left.range.lowerBound == right.range.lowerBound
                ? left.severity > right.severity : left.range.lowerBound < right.range.lowerBound
        }
    }

    /// How many findings of a severity there are.
    func count(_ severity: Severity) -> Int {
        findings.count { $0.finding.severity == severity }
    }
}
