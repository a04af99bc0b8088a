import Exchanges
import Forms

/// What of a request a finding rests on: where any of it is not in the capture, the finding is withheld.
///
/// Bytes that were lost can be anything. So a finding holds only if all that its rule looked at is before the first
/// byte that is not known: a gap, or the end of a capture that ended before the body did.
package enum Evidence: UInt8, Sendable {
    /// The head. What such a rule wants to know of the body it checks by itself.
    case head
    /// The delimiter that the finding points at, with its whole line and what is before it.
    case delimiter
    /// The header lines of the part, and the blank line after them.
    case partHeader
    /// The header lines of the part and the first bytes of its content, at most ``FormLimits/contentSample``.
    case sample
    /// The part, and the delimiter after it with its whole line; for findings elsewhere, the next delimiter.
    case part
    /// The whole body up to its true end: something is said to be absent, or counted.
    case wholeBody
}

extension Form {
    /// The offset after the last byte that a finding rests on.
    ///
    /// - Parameters:
    ///   - finding: the finding; its range counts in the body.
    ///   - evidence: what its rule looked at.
    /// - Returns: an offset in the body.
    func evidenceEnd(of finding: Finding, _ evidence: Evidence) -> Int {
        let end = finding.range.upperBound
        if evidence == .delimiter { return delimiterEnd(from: end) }
        let number = finding.part ?? part(at: finding.range.lowerBound)?.number
        guard let number, parts.indices.contains(number - 1) else { return delimiterEnd(from: end) }
        let part = parts[number - 1]
        switch evidence {
        case .partHeader where part.headerEnd == .blankLine && end <= part.content.lowerBound:
            return part.content.lowerBound
        case .sample:
            // Bytes that may be a delimiter enter the sample only when they prove to be none.
            let undecided = delimiterText.count + 4
            // Bytes before a gap that were not yet told from a delimiter are not in the sample.
            if part.facts.missingBytes > 0, part.facts.opening.count < FormLimits().contentSample {
                return delimiterEnd(from: end, after: part)
            }
            let sampled = part.content.lowerBound + part.facts.opening.count + undecided
            return sampled < part.content.upperBound
                ? max(sampled, end) : delimiterEnd(from: end, after: part)
        default:
            return delimiterEnd(from: end, after: part)
        }
    }

    /// The end of the line of the first delimiter that ends at an offset or after it; the end of the body where there
    /// is none.
    private func delimiterEnd(from offset: Int, after part: BodyPart? = nil) -> Int {
        let offset = max(offset, part?.content.upperBound ?? 0)
        var low = part?.number ?? 0
        var high = parts.count
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].delimiter.end < offset { low = middle + 1 } else { high = middle }
        }
        if low < parts.count { return parts[low].delimiter.end }
        if let close, offset <= close.end { return close.end }
        return length
    }
}

extension RuleContext {
    /// Whether the findings of a rule can hold: of a damaged copy nothing is known but that it is one.
    func canJudge(_ rule: some Rule) -> Bool { !isDamaged || rule.id.hasPrefix("capture/") }

    /// The offset in the form of the first byte that is not known; `nil` where all of them are.
    var firstUnknown: Int? {
        guard let form, !hasWholeBody else { return nil }
        if let gap = form.gaps.first { return gap.lowerBound }
        if let decoding, !decoding.isWhole { return form.length }
        if lacksEnd { return form.length }
        guard let content = request?.content else { return nil }
        return content.completion == .captureEnded || content.missingBytes > 0 ? form.length : nil
    }
}
