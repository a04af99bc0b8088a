import Bytes
import Exchanges
import Inspection

/// Searches differences for the likeliest cause of a refusal.
struct CauseSearch {
    /// The least score of a cause: a legal difference that may matter reaches it, a cosmetic one does not.
    private static let threshold = 8
    /// The number of bytes of a value that a sentence shows.
    private static let shownBytes = 60

    private let requests: [ComparedRequest]
    private let refused: [Int]
    private let accepted: [Int]

    /// Prepares the search; `refused` and `accepted` are indices of `requests`.
    init(_ requests: [ComparedRequest], refused: [Int], accepted: [Int]) {
        self.requests = requests
        self.refused = refused
        self.accepted = accepted
    }

    /// The likeliest cause and its description; `nil` where no difference explains the refusal.
    func likeliest(_ differences: [Difference]) -> (index: Int, words: String)? {
        let candidates = differences.indices.filter { separates(differences[$0]) }
            .map { (index: $0, score: score(differences[$0])) }
            .filter { $0.score >= Self.threshold }
        guard let best = candidates.map(\.score).max(),
            let index = candidates.first(where: { $0.score == best })?.index
        else { return nil }
        return (index, words(differences[index], isLikely: best >= 2 * Self.threshold))
    }

    /// Whether all refused requests differ from all accepted ones in this trait.
    private func separates(_ difference: Difference) -> Bool {
        func signature(_ request: Int) -> [String?] {
            [difference.values[request]]
                + difference.breaches.filter { $0.requests.contains(request) }.map(\.rule)
        }
        return Set(refused.map(signature)).isDisjoint(with: accepted.map(signature))
    }

    /// The score of a difference as the cause.
    private func score(_ difference: Difference) -> Int {
        let statuses = refused.compactMap { requests[$0].exchange.status }
        var score =
            switch difference.weight {
            case .violation, .receiversDiffer: 20
            case .partMissing: 18
            case .mayMatter: 8
            case .cosmetic: 0
            }
        if statuses.contains(where: { StatusHint.concerns($0, difference) }) { score += 100 }
        let guilty = difference.breaches.filter { !Set($0.requests).isDisjoint(with: refused) }
        switch guilty.map(\.severity).max() {
        case .error: score += 40
        case .warning: score += 20
        case .note: score += 4
        case nil:
            // A violation by the accepted request alone did not prevent acceptance.
            if !difference.breaches.isEmpty { score = min(score, Self.threshold - 1) }
        }
        let harmful = difference.effects.filter { !Set($0.requests).isDisjoint(with: refused) }
        return score + (harmful.isEmpty ? 0 : 5)
    }

    private func words(_ difference: Difference, isLikely: Bool) -> String {
        let lead = isLikely ? "the likeliest cause is" : "no rule is broken, and what may explain it best is"
        if let breach = difference.breaches.first(where: { !Set($0.requests).isDisjoint(with: refused) }),
            breach.severity > .note || difference.isOfRuleAlone
        {
            let part = difference.parts.isEmpty ? "" : " in \(difference.subject)"
            return "\(lead) \(breach.rule)\(part): \(breach.message)"
        }
        if difference.isMissingPart {
            return "\(lead) \(difference.subject), which \(ComparisonVerdict.havers(difference.values))"
        }
        let what = "\(difference.subject), \(difference.trait)"
        guard let loser = refused.first, let winner = accepted.first else { return "\(lead) \(what)" }
        if (difference.values[loser] == nil) != (difference.values[winner] == nil) {
            let owner = difference.values[loser] == nil ? winner : loser
            return
                "\(lead) \(what), which \(ComparisonVerdict.havers(difference.values)): \(value(difference, owner))"
        }
        return "\(lead) \(what): \(value(difference, loser)) in \(ComparedRequest.letter(loser)), "
            + "\(value(difference, winner)) in \(ComparedRequest.letter(winner))"
    }

    private func value(_ difference: Difference, _ request: Int) -> String {
        guard let value = difference.values[request] else { return "nothing" }
        return value.isEmpty ? "empty" : PrintableText.text(value, limit: Self.shownBytes)
    }
}

/// The part of a request that a status code is about (RFC 9110 §15.5, RFC 6585).
private enum StatusHint {
    /// Whether a difference is in the part of the request that a status code is about.
    static func concerns(_ status: Int, _ difference: Difference) -> Bool {
        let traits: [(Difference.Area, [String])] =
            switch status {
            // 419 is that of Laravel for a token against forgery that is missing or too old.
            case 401, 403, 407, 419:
                [
                    (
                        .head,
                        [
                            "authorization", "cookie", "origin", "referer", "proxy-authorization",
                            "x-csrf-token",
                        ]
                        .map { "field \($0)" }
                    )
                ]
            case 404, 410, 421: [(.requestLine, ["target", "form of the target"]), (.head, ["field host"])]
            case 405, 501: [(.requestLine, ["method"]), (.framing, ["end of the body"])]
            case 411: [(.framing, ["end of the body", "Content-Length"])]
            case 413: [(.content, ["bytes"]), (.part, ["presence"]), (.framing, ["end of the body"])]
            case 415:
                [(.head, ["field content-type", "field content-encoding"]), (.part, ["field content-type"])]
            case 417: [(.head, ["field expect"])]
            case 505: [(.requestLine, ["version"])]
            default: []
            }
        if status == 413, difference.breaches.contains(where: { $0.rule == "limits/body-size" }) {
            return true
        }
        return traits.contains { area, names in
            difference.area == area && names.contains(difference.trait)
        }
    }
}
