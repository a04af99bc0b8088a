import Bytes
import Exchanges
import Inspection
import Pipeline

/// The verdict on an exchange in two or three words.
struct Verdict {
    /// The words.
    var text: String
    /// Their colour.
    var ink: Ink

    /// Judges by the greatest severity of a finding; notes do not count.
    init(_ exchange: InspectedExchange) {
        for severity in [Severity.error, .warning] {
            let count = exchange.count(severity)
            guard count > 0 else { continue }
            text = Quantity.of(count, severity.rawValue)
            ink = Ink(severity)
            return
        }
        if exchange.isUpload, exchange.isIncomplete {
            switch exchange.exchange.outcome {
            case .rejectedEarly: text = "rejected early"
            case .cutOff: text = "cut off"
            case .ordinary: text = "incomplete"
            }
            ink = .warning
        } else if exchange.form != nil {
            text = "ok"
            ink = .good
        } else if exchange.isUpload {
            text = "not read"
            ink = .warning
        } else if exchange.exchange.becameTunnel {
            text = exchange.exchange.tunnelProtocol.map { PrintableText.text($0, limit: 20) } ?? "tunnel"
            ink = .faint
        } else {
            text = "not a form"
            ink = .faint
        }
    }
}
