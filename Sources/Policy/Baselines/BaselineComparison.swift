package import Exchanges
package import Forms
package import Inspection

/// Compares the findings of a run with a baseline, exchange by exchange.
///
/// A class, because one comparison spans all inputs of a run.
package final class BaselineComparison {
    /// What a run reads of the inputs of a baseline.
    package struct Extent: Hashable, Sendable {
        /// The paths of the inputs that are read, as given.
        package var inputs: Set<String>
        /// Whether all known inputs are read, with all their exchanges.
        ///
        /// Otherwise a finding that is not seen may be in what was not read. A bare body is always read whole.
        package var isWhole: Bool
        /// The ids of rules that are not applied.
        package var rulesOff: Set<String>

        /// Makes an extent.
        package init(inputs: Set<String> = [], isWhole: Bool = true, rulesOff: Set<String> = []) {
            self.inputs = inputs
            self.isWhole = isWhole
            self.rulesOff = rulesOff
        }
    }

    private let baseline: Baseline
    private let extent: Extent
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
    ///   - extent: what is read of the inputs.
    package init(
        with baseline: Baseline,
        recordingFrom severity: Severity = .warning,
        reading extent: Extent = Extent()
    ) {
        self.baseline = baseline
        self.extent = extent
        recordedFrom = severity
        shapes = Set(baseline.entries.map(\.shape))
    }

    /// Tells the known findings of an exchange from the others.
    ///
    /// - Parameters:
    ///   - findings: its findings.
    ///   - exchange: the exchange.
    ///   - form: the form in the request's body; `nil` where there is none.
    ///   - path: the path of the input that it is in.
    /// - Returns: whether each of the findings is known, in their order.
    package func areKnown(_ findings: [Finding], of exchange: Exchange, _ form: Form?, in path: String)
        -> [Bool]
    {
        guard !findings.isEmpty || form != nil else { return [] }
        let shape = RequestShape(of: exchange, form, in: path)
        if shapes.contains(shape) { seenShapes.insert(shape) }
        return findings.map { finding in
            let site = FindingSite(finding, in: exchange, form)
            let entry = Baseline.Entry(shape: shape, rule: finding.rule, part: site.part, place: site.place)
            if finding.severity >= recordedFrom { record(entry) }
            guard baseline.entries.contains(entry) else { return false }
            seen.insert(entry)
            return true
        }
    }

    /// Known findings whose requests occurred without the finding; sorted.
    package var gone: [Baseline.Entry] {
        baseline.entries.filter { isJudged($0) && !seen.contains($0) }.sorted()
    }

    /// Whether the run judged everything in which a known finding could be.
    private func isJudged(_ entry: Baseline.Entry) -> Bool {
        seenShapes.contains(entry.shape) && (extent.isWhole || entry.shape.file != nil)
            && !extent.rulesOff.contains(entry.rule)
    }

    /// How many known findings belong to requests that did not occur, so that they can be neither confirmed
    /// nor gone.
    package var unseenCount: Int { baseline.entries.count { !seenShapes.contains($0.shape) } }

    /// The baseline with the findings of this run; entries that may be in what was not read are kept.
    package var updated: Baseline {
        Baseline(
            entries: found.union(seen).union(baseline.entries.filter { !isJudged($0) }),
            inputs: baseline.inputs.union(extent.inputs)
        )
    }

    private func record(_ entry: Baseline.Entry) {
        guard found.count < Baseline.entryLimit else {
            isFull = true
            return
        }
        found.insert(entry)
    }
}
