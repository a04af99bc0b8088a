import Bytes
import Exchanges
import Forms
import Pipeline

/// What a case asks for besides the form.
extension TrialJudge {
    /// Judges what is asked of the requests that were taken.
    mutating func meetDemands(_ accepted: [InspectedExchange]) {
        for demand in trial.demands {
            switch demand {
            case .freshBoundaries:
                let boundaries = Set(accepted.compactMap { $0.form?.boundary })
                if boundaries.count < accepted.count { weaknesses.append("both uploads have one boundary") }
            case .declaredLength:
                guard let request = accepted.last?.exchange.request else { continue }
                if request.head.framing == .chunked {
                    weaknesses.append("the length is known, and the form is sent in chunks")
                } else if request.content.excessLength > 0 {
                    faults.append("the declared length is not the one that is sent")
                }
            case .http2:
                if accepted.contains(where: { ![.h2, .h2c].contains($0.exchange.applicationProtocol) }) {
                    end(.unsupported, "the form came over HTTP/1.1")
                }
            case .noInjectedField:
                let fields = accepted.flatMap { $0.form?.parts ?? [] }.map(\.header)
                if fields.contains(where: { $0.first(named: "x-injected") != nil }) {
                    faults.append("the line break in the type begins a header field of its own")
                }
            case .tellsConnections:
                let count = Set(accepted.map(\.exchange.connection)).count
                result.notes.append(
                    "\(Quantity.of(accepted.count, "upload")) over \(Quantity.of(count, "connection"))"
                )
            case .tellsWait:
                result.notes.append("the upload took \(Self.text(record.end.seconds)) s")
                if record.end.seconds > 10 {
                    weaknesses.append("the client waited \(Self.text(record.end.seconds)) s for 100 Continue")
                }
            case .tellsMemory: break
            }
        }
    }

    /// Adds what a case asks to be told.
    mutating func addNotes() {
        if trial.demands.contains(.tellsMemory), let memory = record.end.peakMemory {
            result.notes.append("the client took \(memory >> 20) MiB of memory")
        }
    }

    private static func text(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
