import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline

/// What arrived, judged by the rules, by what was asked for, and by what browsers write.
extension TrialJudge {
    /// The rule that a filename stands in an extended parameter.
    private static let extendedFilenameRule = "disposition/filename-star"
    /// Rules of which a warning is a fault: most receivers read another label than was meant.
    private static let misreadingRules: Set<String> = ["disposition/single-quoted"]

    /// Judges a request that was taken.
    mutating func judge(_ exchange: InspectedExchange) {
        if let boundary = reusedBoundary(in: exchange) { return judgeReuse(of: boundary, in: exchange) }
        for located in exchange.findings where located.finding.severity >= .warning {
            let finding = located.finding
            if isAboutGivenDelimiter(finding, in: exchange) { continue }
            // Where a client is free, a form that is read as meant is no fault.
            if !trial.isInformational, !trial.allowedRules.contains(finding.rule),
                !repeatsFilename(finding, in: exchange)
            {
                add(finding)
            }
            result.rules.append(finding.rule)
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

    /// Adds the errors that rules find in a request that was not taken.
    mutating func addErrors(of exchange: InspectedExchange) {
        for located in exchange.findings where located.finding.severity == .error {
            add(located.finding)
            result.rules.append(located.finding.rule)
        }
    }

    private mutating func add(_ finding: Finding) {
        let text = "\(finding.rule): \(finding.message) (byte \(finding.range.lowerBound))"
        if finding.severity == .error || Self.misreadingRules.contains(finding.rule) {
            faults.append(text)
        } else {
            weaknesses.append(text)
        }
    }

    /// Whether a finding is that of a filename in an extended parameter, and a plain one says the same: each receiver reads
    /// it, whichever it takes.
    private func repeatsFilename(_ finding: Finding, in exchange: InspectedExchange) -> Bool {
        guard finding.rule == Self.extendedFilenameRule,
            let part = exchange.form?.parts.first(where: { $0.number == finding.part }),
            let plain = part.filename, let extended = part.disposition?.filenameStar
        else { return false }
        return LabelEscaping.areSame(plain: plain, extended: part.header[extended.value])
    }

    // MARK: The boundary of the last request

    /// The boundary of the last request, where the form is delimited by it again although it stands in a value.
    private func reusedBoundary(in exchange: InspectedExchange) -> [UInt8]? {
        guard let boundary = form.givenBoundary, let arrived = exchange.form, arrived.boundary == boundary,
            arrived.preamble.isEmpty
        else { return nil }
        return boundary
    }

    /// What rules say of the body takes the value for parts; what they say of the head holds.
    private mutating func judgeReuse(of boundary: [UInt8], in exchange: InspectedExchange) {
        let name = form.parts.first.map { PrintableText.text($0.name) } ?? ""
        faults.append(
            "the boundary of the last request, `\(PrintableText.text(boundary))`, is used again, although it stands in the "
                + "content of `\(name)`, which it splits"
        )
        for located in exchange.findings
        where located.finding.severity >= .warning && located.finding.place != .body {
            add(located.finding)
            result.rules.append(located.finding.rule)
        }
    }

    /// Whether a finding takes the delimiter in a value, which was asked for and arrived, for one of the form.
    private func isAboutGivenDelimiter(_ finding: Finding, in exchange: InspectedExchange) -> Bool {
        guard trial.asksForLastBoundary, finding.place == .body, finding.rule.hasPrefix("boundary/"),
            let index = exchange.form?.parts.firstIndex(where: { part in
                part.content.contains(finding.range.lowerBound)
            }), form.parts.indices.contains(index), exchange.digests.indices.contains(index)
        else { return false }
        return form.parts[index].contents.contains { $0.digest == exchange.digests[index] }
    }

    // MARK: Fidelity

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
            let wanted = Quantity.of(form.parts.count, "part") + (form.parts.count == 1 ? " was" : " were")
            let came =
                switch parts.count {
                case 0: "none arrives"
                case 1: "1 arrives"
                default: "\(Quantity.grouped(parts.count)) arrive"
                }
            return faults.append("\(wanted) asked for, and \(came)")
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
}
