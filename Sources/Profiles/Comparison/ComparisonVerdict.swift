import Bytes
import Exchanges
import Inspection

/// The conclusion of a comparison in one sentence: the likeliest cause where one request was refused and
/// another accepted.
package struct ComparisonVerdict: Hashable, Sendable {
    /// The kind of conclusion.
    package enum Kind: String, Hashable, Sendable {
        /// The requests do not differ.
        case alike
        /// One was refused, another accepted, and a difference is the likeliest cause.
        case cause
        /// One was refused, another accepted, and no difference explains it.
        case unexplained
        /// All were accepted.
        case accepted
        /// All were refused.
        case refused
        /// It is not known how the requests were answered.
        case unanswered
    }

    /// The kind of conclusion.
    package var kind: Kind
    /// One sentence without a full stop at its end.
    package var sentence: String
    /// The likeliest cause, or else the difference with the greatest weight, as an index of
    /// ``RequestComparison/differences``.
    package var difference: Int?

    /// The number of differences that a sentence names.
    private static let namedDifferences = 3

    /// Draws the conclusion from differences, ordered by descending weight.
    init(_ requests: [ComparedRequest], _ parts: [ComparedPart], _ differences: [Difference]) {
        let refused = requests.indices.filter { requests[$0].answer.isRefused }
        // A request that serves as the standard counts as accepted, unless it was refused.
        let accepted = requests.indices.filter {
            requests[$0].answer.isAccepted || (requests[$0].role != .recorded && !refused.contains($0))
        }
        let gravest = differences.firstIndex { $0.weight < .cosmetic }
        if !refused.isEmpty, !accepted.isEmpty {
            let causes = CauseSearch(requests, parts, refused: refused, accepted: accepted)
            let lead = Self.lead(requests, refused: refused, accepted: accepted)
            if let cause = causes.likeliest(differences) {
                kind = .cause
                difference = cause.index
                sentence = "\(lead): \(cause.words)"
            } else {
                kind = .unexplained
                let program = Self.program(requests, refused, differences)
                difference = program ?? gravest
                let differ = Self.isAllRecorded(requests) ? "differ" : "are known to differ"
                sentence =
                    program == nil
                    ? "\(lead), and nothing in which the requests \(differ) explains it: "
                        + "see what the answer says, and what the server knew of each client"
                    : "\(lead), and of what the requests \(differ) in only User-Agent may explain it, by which firewalls "
                        + "refuse programs: send one with the other's, and see what the answer says"
            }
            return
        }
        difference = gravest
        let letters = Self.list(requests.indices.map(ComparedRequest.letter))
        guard !differences.isEmpty else {
            kind = .alike
            let extent = Self.isAllRecorded(requests) ? "" : " in what is recorded of them,"
            sentence = "\(letters) are alike\(extent) but for the text of the boundary"
            return
        }
        let subject = requests.count == 2 ? "both" : "all"
        let first = gravest.map { differences[$0].weight }
        let gravestOnes = differences.filter { $0.weight == first }
        if accepted.count == requests.count, requests.allSatisfy({ $0.role != .reference }) {
            kind = .accepted
            sentence = Self.accepted(subject, requests, gravestOnes, parts)
        } else if refused.count == requests.count {
            kind = .refused
            sentence =
                "\(subject) were refused\(Self.statuses(requests, refused)): "
                + Self.sharedFault(requests)
        } else {
            kind = .unanswered
            sentence = Self.unanswered(requests, gravestOnes, parts)
        }
    }

    /// The difference in User-Agent, where servers refused as firewalls do (RFC 9110 §15.5.4, §15.5.7).
    private static func program(_ requests: [ComparedRequest], _ refused: [Int], _ differences: [Difference])
        -> Int?
    {
        guard refused.allSatisfy({ [403, 406].contains(requests[$0].exchange.status) }) else { return nil }
        return differences.firstIndex { $0.trait == "field user-agent" }
    }

    /// Names the refused and the accepted requests.
    private static func lead(_ requests: [ComparedRequest], refused: [Int], accepted: [Int]) -> String {
        let sent = accepted.filter { requests[$0].answer.isAccepted }
        let losers =
            "\(list(refused.map(ComparedRequest.letter))) \(refused.count > 1 ? "were" : "was") refused"
            + statuses(requests, refused)
        guard !sent.isEmpty else { return losers }
        let verb = sent.count > 1 ? "were" : "was"
        return losers + " and \(list(sent.map(ComparedRequest.letter))) \(verb) accepted"
            + statuses(requests, sent)
    }

    private static func statuses(_ requests: [ComparedRequest], _ indices: [Int]) -> String {
        let codes = Set(indices.compactMap { requests[$0].exchange.status }).sorted()
        return codes.isEmpty ? "" : " (\(list(codes.map(String.init))))"
    }

    /// Whether nothing of any request is left out of the comparison.
    private static func isAllRecorded(_ requests: [ComparedRequest]) -> Bool {
        requests.allSatisfy(\.unrecorded.isEmpty)
    }

    /// The violation that all requests share.
    private static func sharedFault(_ requests: [ComparedRequest]) -> String {
        let broken = requests.map { request in
            Set(request.findings.filter { $0.severity == .error }.map(\.rule))
        }
        let common = broken.dropFirst().reduce(broken.first ?? []) { $0.intersection($1) }
        guard let finding = requests.first?.findings.first(where: { common.contains($0.rule) }) else {
            return "the cause is in what they have in common, or in the server"
        }
        return "all break \(finding.rule), which is the likeliest cause"
    }

    /// What is known where all were accepted: a status says nothing about what the server read; `gravest` are the
    /// differences of the greatest weight.
    private static func accepted(
        _ subject: String,
        _ requests: [ComparedRequest],
        _ gravest: [Difference],
        _ parts: [ComparedPart]
    ) -> String {
        let codes = Set(requests.compactMap(\.exchange.status)).sorted().map(String.init)
        let lead = codes.isEmpty ? "\(subject) were accepted" : "\(subject) answered \(list(codes))"
        guard let first = gravest.first else { return "\(lead), and the differences are cosmetic" }
        let doubt = "\(lead), which does not show what was read: "
        return switch first.weight {
        case .violation, .partMissing: doubt + loss(first, parts)
        case .receiversDiffer: "\(doubt)receivers differ in how they treat \(named(gravest))"
        case .mayMatter, .cosmetic:
            "\(lead), and no rule is broken on one side only; \(mayMatter(gravest))"
        }
    }

    /// The differences of which each may matter, as a sentence.
    private static func mayMatter(_ differences: [Difference]) -> String {
        guard differences.count > 1 else { return "what may matter is \(named(differences))" }
        return "\(differences.count.grouped) differences may matter: \(named(differences))"
    }

    /// The first of some differences, and how many others there are.
    private static func named(_ differences: [Difference]) -> String {
        let names = differences.prefix(namedDifferences).map { $0.phrase + $0.accusation }
        let rest = differences.count - names.count
        return list(names + (rest > 0 ? ["\(rest.grouped) more"] : []))
    }

    /// What a server has likely lost by a difference against a rule, or by a missing part.
    private static func loss(_ difference: Difference, _ parts: [ComparedPart]) -> String {
        let presence = PresenceWords(difference, parts)
        if difference.isMissingPart { return presence.sentence }
        if let renaming = presence.firstRenaming { return renaming }
        let names = difference.parts.prefix(3).map { parts[$0].name.map { "`\($0)`" } ?? parts[$0].label }
        guard let breach = difference.breaches.first else { return difference.phrase }
        let breakers = list(breach.requests.map(ComparedRequest.letter))
        let loses = difference.effects.contains { effect in
            effect.rule == breach.rule && [.readsDifferently, .findsNothing].contains(effect.effect)
        }
        guard loses, !names.isEmpty else {
            let verb = breach.requests.count == 1 ? "breaks" : "break"
            return "\(breakers) \(verb) \(breach.rule): \(breach.message)"
        }
        let rest = difference.parts.count - names.count
        let what = list(names) + (rest > 0 ? " and \(rest) more" : "")
        let verb = difference.parts.count > 1 ? "are" : "is"
        return "\(breakers)'s \(what) \(verb) likely lost (\(breach.rule): \(breach.message))"
    }

    private static func unanswered(
        _ requests: [ComparedRequest],
        _ gravest: [Difference],
        _ parts: [ComparedPart]
    ) -> String {
        let silent = requests.indices.filter {
            requests[$0].answer == .unknown && requests[$0].role != .reference
        }
        let letters = list(silent.map(ComparedRequest.letter))
        let lead = silent.isEmpty ? "nothing was refused" : "no answer to \(letters) is known"
        guard let first = gravest.first else { return "\(lead), and the differences are cosmetic" }
        return switch first.weight {
        case .violation, .partMissing: "\(lead); what matters most is that \(loss(first, parts))"
        case .receiversDiffer:
            "\(lead); what matters most is that receivers differ in how they treat \(named(gravest))"
        case .mayMatter, .cosmetic:
            "\(lead); no rule is broken on one side only, and \(mayMatter(gravest))"
        }
    }

    /// `A`, `A and B`, `A, B and C`.
    package static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) and \(last)"
    }
}
