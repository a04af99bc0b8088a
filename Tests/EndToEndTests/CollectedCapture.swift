import Inspection
import Pipeline

/// Everything that the pipeline says of one input.
struct CollectedCapture: InspectionHandler {
    var exchanges: [InspectedExchange] = []
    var capture: InspectedCapture?

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        exchanges.append(exchange)
    }

    /// The exchanges whose request carries, or should carry, a form.
    var uploads: [InspectedExchange] {
        exchanges.filter { $0.form != nil || $0.findings.contains { $0.finding.severity == .error } }
    }

    /// Reads an input with all that can be asked for.
    static func read(_ path: String, as kind: InputKind = .capture(format: nil)) throws -> CollectedCapture {
        var options = InspectionOptions()
        options.wantsDigests = true
        options.keepsBodies = true
        var collected = CollectedCapture()
        collected.capture = try CaptureInspection(options: options).inspect(
            path: path,
            as: kind,
            into: &collected
        )
        return collected
    }
}
