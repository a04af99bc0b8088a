import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline
import Recording

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Judges one run of a case by what arrived and by what the client says: the worst answer is the outcome.
package struct TrialJudge {
    private let trial: TrialCase
    private let form: WrittenForm
    private let record: TrialRecord
    private var result: TrialResult
    private var faults: [String] = []
    private var weaknesses: [String] = []

    /// Judges a run.
    ///
    /// - Parameters:
    ///   - trial: the case.
    ///   - form: what the client was asked to send.
    ///   - record: what arrived.
    /// - Returns: how it went, and why.
    package static func result(
        of trial: TrialCase,
        _ form: WrittenForm,
        _ record: TrialRecord
    ) -> TrialResult {
        var judge = TrialJudge(trial: trial, form: form, record: record)
        judge.judge()
        return judge.result
    }

    private init(trial: TrialCase, form: WrittenForm, record: TrialRecord) {
        self.trial = trial
        self.form = form
        self.record = record
        result = TrialResult(trial: trial.id, outcome: .pass, seconds: record.end.seconds)
    }

    private mutating func judge() {
        if let shown = record.accepted.last ?? record.requests.last {
            result.request = WireText.lines(of: shown)
        }
        if record.end.isUnsupported { return end(.unsupported, record.end.reason) }
        switch record.end.kind {
        case .timedOut where trial.shrinks:
            result.notes.append("the client waits for an answer without an end")
        case .timedOut: faults.append("the client did not end within \(trial.timeLimit) s")
        // The shell says by its exit code that it cannot run it.
        case .notStarted, .exited(126), .exited(127):
            faults.append("the driver could not be run: \(record.end.reason)")
        default:
            switch trial.ending {
            case .uploaded: judgeUploads()
            case .uploadedOrRefused:
                if record.accepted.isEmpty, !record.end.isSuccess {
                    result.notes.append("the client gives up: \(record.end.reason)")
                } else {
                    judgeUploads()
                }
            case .rejected: judgeRejection()
            case .cut:
                if record.end.isSuccess {
                    faults.append("the client says that the upload went well, which was cut off")
                } else {
                    result.notes.append("the client says: \(record.end.reason)")
                }
            case .shrunk: judgeShrunkFile()
            }
        }
        addNotes()
        finish()
    }

    private mutating func end(_ outcome: TrialOutcome, _ reason: String) {
        result.outcome = outcome
        result.reasons = [reason]
    }

    private mutating func finish() {
        guard result.outcome == .pass else { return }
        result.reasons = unique(faults + weaknesses)
        result.notes = unique(result.notes)
        result.rules = unique(result.rules)
        if !faults.isEmpty {
            result.outcome = .fail
        } else if trial.isInformational {
            result.outcome = .informational
        } else if !weaknesses.isEmpty {
            result.outcome = .nonStrict
        }
    }

    private func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }

    // MARK: Endings

    private mutating func judgeUploads() {
        let accepted = record.accepted
        guard !accepted.isEmpty else { return judgeAbsence() }
        if accepted.count < trial.uploads {
            faults.append("\(accepted.count) of \(Quantity.of(trial.uploads, "upload")) arrived")
        } else if !record.end.isSuccess {
            faults.append("the client says that it failed, though the form was taken: \(record.end.reason)")
        }
        for exchange in accepted.suffix(trial.uploads) { judge(exchange) }
        meetDemands(accepted)
    }

    /// No form was taken.
    private mutating func judgeAbsence() {
        let reason = record.end.reason
        if let refusal = record.requests.last {
            if let status = refusal.exchange.status, trial.server != .init(), !record.end.isSuccess,
                [307, 401].contains(status)
            {
                return end(.unsupported, "the client stops at \(status): \(reason)")
            }
            faults.append(
                refusal.exchange.request?.content.completion == .complete
                    ? "no form was taken: \(reason)" : "the request is not complete: \(reason)"
            )
            for located in refusal.findings where located.finding.severity == .error {
                add(located.finding)
            }
        } else if record.end.isSuccess {
            faults.append("the client says that the upload went well, and no request came")
        } else if trial.mayRefuse || trial.isInformational {
            end(.refused, reason)
        } else {
            faults.append("the client refuses: \(reason)")
        }
    }

    private mutating func judgeRejection() {
        if record.end.isSuccess {
            faults.append("the client says that the upload went well, which was answered by 413")
        } else if !record.end.tells(status: 413) {
            weaknesses.append("the client tells an error, and not the 413: \(record.end.reason)")
        }
    }

    private mutating func judgeShrunkFile() {
        guard let accepted = record.accepted.last else {
            result.notes.append("the client gives up: \(record.end.reason)")
            return
        }
        let wanted = form.parts.first?.contents.first
        let arrived = accepted.form?.parts.first
        if arrived?.content.count == wanted?.length, accepted.digests.first == wanted?.digest {
            result.notes.append("the client had read the whole file before it sent it")
        } else {
            let count = Quantity.grouped(arrived?.content.count ?? 0)
            faults.append("a request that looks complete holds \(count) bytes of the file")
        }
    }

    // MARK: What arrived

    private mutating func judge(_ exchange: InspectedExchange) {
        for located in exchange.findings where located.finding.severity >= .warning {
            // Where a client is free, a form that is read as meant is no fault.
            let rule = located.finding.rule
            // Whether an extended parameter stands beside a plain one is seen where the filenames are compared.
            if !trial.isInformational, !trial.allowedRules.contains(rule), rule != "disposition/filename-star"
            {
                add(located.finding)
            }
            result.rules.append(rule)
        }
        guard let arrived = exchange.form else {
            if !form.parts.isEmpty {
                faults.append("what arrived is no form")
            } else {
                result.notes.append("a form without fields has no body of a form")
            }
            return
        }
        compare(arrived, exchange.digests)
        if faults.isEmpty, let difference = BytesComparison.firstDifference(arrived, form.parts) {
            weaknesses.append(difference)
        }
    }

    private mutating func add(_ finding: Finding) {
        let text = "\(finding.rule): \(finding.message) (byte \(finding.range.lowerBound))"
        if finding.severity == .error { faults.append(text) } else { weaknesses.append(text) }
    }

    private mutating func compare(_ arrived: Form, _ digests: [String]) {
        let parts = arrived.parts
        if parts.isEmpty, trial.isInformational, form.parts.allSatisfy(\.name.isEmpty), !form.parts.isEmpty {
            return result.notes.append("a field without a name is left out")
        }
        if case .noFile = trial.form.first?.content, parts.isEmpty {
            return result.notes.append("the field is left out")
        }
        guard parts.count == form.parts.count else {
            let type = parts.first?.header.value(named: "content-type").map { PrintableText.text($0) }
            if parts.count == 1, type?.lowercased().hasPrefix("multipart/mixed") ?? false {
                return weaknesses.append("the files are nested in a part of multipart/mixed (RFC 7578 §4.3)")
            }
            return faults.append(
                "\(Quantity.of(form.parts.count, "part")) were asked for, and \(parts.count) arrive"
            )
        }
        guard digests.count == parts.count else {
            return faults.append("the contents of the parts were not read")
        }
        let comparisons = zip(parts.indices, form.parts).map { index, expected in
            ArrivalComparison(parts[index], digest: digests[index], with: expected)
        }
        if comparisons.contains(where: { !$0.faults.isEmpty }), isPermutation(parts, digests) {
            return weaknesses.append("the parts arrive in another order")
        }
        for comparison in comparisons {
            faults += comparison.faults
            // What a free client writes is reported; that others read it otherwise is no loss.
            if trial.isInformational {
                result.notes += comparison.misreadings
            } else {
                faults += comparison.misreadings
            }
            weaknesses += comparison.weaknesses
            result.notes += comparison.notes
        }
    }

    private func isPermutation(_ parts: [BodyPart], _ digests: [String]) -> Bool {
        var rest = Array(parts.indices)
        return form.parts.allSatisfy { expected in
            let match = rest.firstIndex { index in
                ArrivalComparison(parts[index], digest: digests[index], with: expected).faults.isEmpty
            }
            guard let match else { return false }
            rest.remove(at: match)
            return true
        }
    }

    // MARK: Demands

    private mutating func meetDemands(_ accepted: [InspectedExchange]) {
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

    private mutating func addNotes() {
        if trial.demands.contains(.tellsMemory), let memory = record.end.peakMemory {
            result.notes.append("the client took \(memory >> 20) MiB of memory")
        }
    }

    private static func text(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
