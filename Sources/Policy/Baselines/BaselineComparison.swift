package import Inspection
package import Pipeline

/// Compares the findings of a run with a baseline, exchange by exchange.
///
/// A class, because one comparison spans all inputs of a run.
package final class BaselineComparison {
    private let baseline: Baseline
    private let recordedFrom: Severity
    private let shapes: Set<RequestShape>
    private var seenShapes = Set<RequestShape>()
    private var seen = Set<Baseline.Entry>()
    private var found = Set<Baseline.Entry>()

    /// Whether there were more findings than a baseline holds.
    package private(set) var isFull = false

    /// Starts a comparison.
    ///
    /// - Parameters:
    ///   - baseline: the known findings.
    ///   - severity: the least severity of findings that ``updated`` includes.
    package init(with baseline: Baseline, recordingFrom severity: Severity = .warning) {
        self.baseline = baseline
        recordedFrom = severity
        shapes = Set(baseline.entries.map(\.shape))
    }

    /// Removes the known findings from an exchange; returns their number.
    package func takeKnown(from exchange: inout InspectedExchange) -> Int {
        guard !exchange.findings.isEmpty || exchange.form != nil else { return 0 }
        let shape = RequestShape(of: exchange)
        if shapes.contains(shape) { seenShapes.insert(shape) }
        let inspected = exchange
        let count = exchange.findings.count
        exchange.findings.removeAll { located in
            let site = FindingSite(located.finding, in: inspected)
            let entry = Baseline.Entry(
                shape: shape,
                rule: located.finding.rule,
                part: site.part,
                place: site.place
            )
            if located.finding.severity >= recordedFrom { record(entry) }
            guard baseline.entries.contains(entry) else { return false }
            seen.insert(entry)
            return true
        }
        return count - exchange.findings.count
    }

    /// Known findings whose requests occurred without the finding; sorted.
    package var gone: [Baseline.Entry] {
        baseline.entries.filter { seenShapes.contains($0.shape) && !seen.contains($0) }.sorted()
    }

    /// How many known findings belong to requests that did not occur, so that they can be neither confirmed
    /// nor gone.
    package var unseenCount: Int { baseline.entries.count { !seenShapes.contains($0.shape) } }

    /// The baseline with the findings of this run; entries of requests that did not occur are kept.
    package var updated: Baseline {
        Baseline(entries: found.union(seen).union(baseline.entries.filter { !seenShapes.contains($0.shape) }))
    }

    private func record(_ entry: Baseline.Entry) {
        guard found.count < Baseline.entryLimit else {
            isFull = true
            return
        }
        found.insert(entry)
    }
}
