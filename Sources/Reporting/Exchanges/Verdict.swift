import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline

/// The verdict on an exchange in a few words: the rule that is broken, or the state.
struct Verdict {
    /// The greatest severity of a finding; `nil` where no rule is broken.
    let severity: Severity?
    /// The words without the severity, for where it has a colour of its own.
    let label: String
    /// Their colour.
    let ink: Ink

    /// The words, such as `error: delimiter/missing-close +2`.
    var text: String { severity.map { "\($0.rawValue): \(label)" } ?? label }

    /// Judges by the greatest severity of a finding; notes do not count.
    init(_ exchange: borrowing InspectedExchange) {
        guard let worst = exchange.findings.isEmpty ? nil : Self.worst(exchange) else {
            severity = nil
            (label, ink) = Self.state(of: exchange)
            return
        }
        let others = exchange.count(.error) + exchange.count(.warning) - 1
        label = worst.rule + (others > 0 ? " +\(others)" : "")
        severity = worst.severity
        ink = Ink(worst.severity)
    }

    /// The finding of the greatest severity that is told first; `nil` where there are none but notes.
    private static func worst(_ exchange: InspectedExchange) -> Finding? {
        for severity in [Severity.error, .warning] {
            let found = exchange.orderedFindings.map(\.finding).filter { $0.severity == severity }
            if let first = found.first(where: { !$0.isSecondary }) ?? found.first { return first }
        }
        return nil
    }

    /// The state of an exchange in which no rule is broken.
    private static func state(of exchange: InspectedExchange) -> (text: String, ink: Ink) {
        let isUpload = exchange.isUpload
        let isIncomplete = isUpload && exchange.isIncomplete
        // The answer of a proxy, where the server did not get the upload whole.
        if !isUpload || isIncomplete, let remark = proxyRemark(exchange) { return (remark, .faint) }
        if exchange.lacksBody { return ("not judged", .warning) }
        if isIncomplete {
            let text =
                switch exchange.exchange.outcome {
                case .rejectedEarly where exchange.exchange.status == nil: "cut off by the server"
                case .rejectedEarly: "rejected early"
                case .cutOff: "cut off"
                case .ordinary: "incomplete"
                }
            return (text, .warning)
        }
        if exchange.hasUnjudgedParts { return ("not judged whole", .warning) }
        if let form = exchange.form {
            // The form is as it should be, and yet no server got it.
            if let remark = proxyRemark(exchange) { return ("ok, \(remark)", .warning) }
            return form.length > 0 ? ("ok", .good) : ("no body", .faint)
        }
        if isUpload { return ("not read", .warning) }
        if exchange.exchange.lacksContentType { return ("not judged", .warning) }
        guard exchange.exchange.becameTunnel else { return ("not a form", .faint) }
        let name = exchange.exchange.tunnelProtocol.map { PrintableText.text($0, limit: 20) } ?? "tunnel"
        return (name, .faint)
    }

    /// What a proxy says that answered the request itself; `nil` where the server did.
    private static func proxyRemark(_ exchange: InspectedExchange) -> String? {
        guard case .wire = exchange.exchange.fidelity, let remark = exchange.exchange.remark else {
            return nil
        }
        return PrintableText.text(reason(in: remark, of: exchange.exchange.authority), limit: 60)
    }

    /// A remark without the server before its reason, where that is the one the request names: its URL stands beside it, and
    /// the room is small.
    private static func reason(in remark: String, of server: String?) -> String {
        guard let server, remark.hasPrefix(server) else { return remark }
        var rest = remark.dropFirst(server.count)
        // The port is not part of the request where it is that of the scheme.
        if rest.first == ":", rest.dropFirst().first?.isWholeNumber == true {
            rest = rest.dropFirst().drop(while: \.isWholeNumber)
        }
        return rest.hasPrefix(": ") ? String(rest.dropFirst(2)) : remark
    }
}
