import Bytes
import Exchanges
import Forms
import Pipeline
import Recording

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Judges one run of a case by what arrived and by what the client says: the worst answer is the outcome.
package struct TrialJudge {
    /// The case.
    let trial: TrialCase
    /// What the client was asked to send.
    let form: WrittenForm
    /// What arrived.
    let record: TrialRecord
    /// The result so far.
    var result: TrialResult
    /// What fails the case, the gravest first.
    var faults: [String] = []
    /// What is right, and not as it should be.
    var weaknesses: [String] = []

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
        if record.end.isUnsupported, record.requests.isEmpty { return end(.unsupported, record.end.reason) }
        if let failure = record.end.failure {
            faults.append(failure)
            judgeAccepted()
        } else if record.end.kind == .timedOut {
            judgeTimeout()
        } else {
            judgeEnding()
        }
        addNotes()
        finish()
    }

    /// Ends the judgement with an outcome, whatever else was found.
    mutating func end(_ outcome: TrialOutcome, _ reason: String) {
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

    /// The beginning of a sentence that says why that cannot be.
    private var unfounded: String { "the client says that the upload went well" }

    private mutating func judgeEnding() {
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
                faults.append("\(unfounded), which was cut off")
            } else {
                result.notes.append("the client says: \(record.end.reason)")
            }
        case .shrunk: judgeShrunkFile()
        }
    }

    /// The client was ended; why it waited is seen where it had sent the whole form.
    private mutating func judgeTimeout() {
        if trial.shrinks { return result.notes.append("the client waits for an answer without an end") }
        var wait = ""
        if let request = record.requests.last, !request.isComplete, request.form?.close != nil {
            addErrors(of: request)
            wait = ": it waits for the answer to a request that is not complete"
        }
        judgeAccepted()
        faults.append("the client did not end within \(trial.timeLimit) s\(wait)")
    }

    private mutating func judgeUploads() {
        let accepted = record.accepted
        guard !accepted.isEmpty else { return judgeAbsence() }
        let uploads = Quantity.of(trial.uploads, "upload")
        if accepted.count < trial.uploads {
            if let request = record.requests.last, !request.isComplete { addErrors(of: request) }
            faults.append("\(accepted.count) of \(uploads) arrived")
        } else if accepted.count > trial.uploads {
            faults.append("\(Quantity.of(accepted.count, "request")) came for \(uploads)")
        }
        if record.end.isUnsupported {
            faults.append("the client ends with 69, which says that nothing was sent, and the form came")
        } else if !record.end.isSuccess, accepted.count >= trial.uploads {
            faults.append("the client says that it failed, though the form was taken: \(record.end.reason)")
        }
        judgeAccepted()
        meetDemands(accepted)
    }

    private mutating func judgeAccepted() {
        for exchange in record.accepted.suffix(trial.uploads) { judge(exchange) }
    }

    /// No form was taken.
    private mutating func judgeAbsence() {
        guard let refusal = record.requests.last else { return judgeSilence() }
        let reason = record.end.reason
        if let status = refusal.exchange.status, trial.server != .init(), !record.end.isSuccess,
            [307, 401].contains(status)
        {
            return end(.unsupported, "the client stops at \(status): \(reason)")
        }
        addErrors(of: refusal)
        let state = refusal.isComplete ? "no form was taken" : "the request is not complete"
        faults.append(
            record.end.isSuccess
                ? "\(unfounded), and \(state)"
                : "\(state); the client says: \(reason)"
        )
    }

    /// No request brought a form to the case.
    private mutating func judgeSilence() {
        let reason = record.end.reason
        if !record.strays.isEmpty {
            let strays = record.strays.map { "`\(PrintableText.text($0))`" }.joined(separator: ", ")
            let claim = record.end.isSuccess ? "that the upload went well" : reason
            faults.append("no form came to the URL that was given, but \(strays); the client says: \(claim)")
        } else if record.end.isSuccess {
            faults.append("\(unfounded), and no request came to the URL that was given")
        } else if trial.mayRefuse || trial.isInformational {
            end(.refused, reason)
        } else {
            faults.append("the client refuses: \(reason)")
        }
    }

    private mutating func judgeRejection() {
        if record.end.isSuccess {
            faults.append("\(unfounded), which was answered by 413")
        } else if !record.end.tells(status: 413) {
            weaknesses.append("the client tells an error, and not the 413: \(record.end.reason)")
        }
    }

    private mutating func judgeShrunkFile() {
        guard let accepted = record.accepted.last else {
            if record.end.isSuccess {
                let state = record.requests.isEmpty ? "no request came" : "the request is not complete"
                faults.append("\(unfounded), and \(state)")
            } else {
                result.notes.append("the client gives up: \(record.end.reason)")
            }
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
}
