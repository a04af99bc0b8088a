import Bytes
import Inspection

/// Searches differences for the likeliest cause of a refusal.
struct CauseSearch {
    /// The least score of a cause: a legal difference that may matter reaches it, a cosmetic one does not.
    private static let threshold = 8
    /// The number of bytes of a value that a sentence shows.
    private static let shownBytes = 60

    private let requests: [ComparedRequest]
    private let parts: [ComparedPart]
    private let refused: [Int]
    private let accepted: [Int]

    /// Prepares the search; `refused` and `accepted` are indices of `requests`, whose parts are `parts`.
    init(_ requests: [ComparedRequest], _ parts: [ComparedPart], refused: [Int], accepted: [Int]) {
        self.requests = requests
        self.parts = parts
        self.refused = refused
        self.accepted = accepted
    }

    /// The likeliest cause and its description; `nil` where no difference explains the refusal.
    func likeliest(_ differences: [Difference]) -> (index: Int, words: String)? {
        let separating = differences.indices.filter { separates(differences[$0]) }
        let hint = StatusHint(
            requests,
            parts,
            refused: refused,
            accepted: accepted,
            among: separating.map { differences[$0] }
        )
        let candidates = separating.map { (index: $0, score: score(differences[$0], hint)) }
            .filter { $0.score >= Self.threshold }
        guard let best = candidates.map(\.score).max(),
            let index = candidates.first(where: { $0.score == best })?.index
        else { return nil }
        let count = candidates.count { $0.score == best }
        let opening =
            if best >= 2 * Self.threshold {
                "the likeliest cause is"
            } else if count == 1 {
                "no rule is broken, and what may explain it best is"
            } else {
                "no rule is broken; \(count.grouped) differences may explain it, first of all"
            }
        return (index, "\(opening) \(words(differences[index], hint))")
    }

    /// Whether all refused requests differ from all accepted ones in this trait.
    private func separates(_ difference: Difference) -> Bool {
        // In bytes: texts of the same characters are equal whether composed or decomposed.
        func signature(_ request: Int) -> [[UInt8]?] {
            let texts: [String?] =
                [difference.values[request]]
                + difference.breaches.filter { $0.requests.contains(request) }.map(\.rule)
            return texts.map { text in text.map { Array($0.utf8) } }
        }
        return Set(refused.map(signature)).isDisjoint(with: accepted.map(signature))
    }

    /// The score of a difference as the cause.
    private func score(_ difference: Difference, _ hint: StatusHint) -> Int {
        let breaches = difference.breaches.filter { !hint.clears($0.rule) }
        let guilty = breaches.filter { !Set($0.requests).isDisjoint(with: refused) }
        let worst = guilty.map(\.severity).max()
        if hint.clearsExpectation(difference), (worst ?? .note) == .note { return 0 }
        var score =
            switch difference.weight {
            case .violation, .receiversDiffer: 20
            // A server misses what it asks for, before it minds what most receivers read alike.
            case .partMissing: lacksPart(difference) ? 32 : 18
            case .mayMatter: 8
            case .cosmetic: 0
            }
        score += hint.bonus(difference)
        switch worst {
        case .error: score += 40
        case .warning: score += 20
        case .note: score += 4
        case nil:
            // A violation by the accepted request alone did not prevent acceptance.
            if !breaches.isEmpty || difference.isOfRuleAlone { score = min(score, Self.threshold - 1) }
        }
        let harmful = difference.effects.filter { !Set($0.requests).isDisjoint(with: refused) }
        return score + (harmful.isEmpty ? 0 : 5)
    }

    /// Whether the refused requests lack a part, or have it under another name.
    private func lacksPart(_ difference: Difference) -> Bool {
        difference.isRename || refused.allSatisfy { difference.values[$0] == nil }
    }

    private func words(_ difference: Difference, _ hint: StatusHint) -> String {
        guard let loser = refused.first, let winner = accepted.first else { return difference.phrase }
        func pair(_ value: (Int) -> String) -> String {
            "\(value(loser)) in \(ComparedRequest.letter(loser)), "
                + "\(value(winner)) in \(ComparedRequest.letter(winner))"
        }
        if hint.blamesSize(of: difference) {
            let sizes = pair { Quantity.of(hint.size(of: difference, in: $0), "byte") }
            return "the size of \(difference.subject): \(sizes)"
        }
        if let breach = difference.breaches.first(where: { !Set($0.requests).isDisjoint(with: refused) }),
            breach.severity > .note || difference.isOfRuleAlone
        {
            let part = difference.parts.isEmpty ? "" : " in \(difference.subject)"
            return "\(breach.rule)\(part): \(breach.message)"
        }
        let presence = PresenceWords(difference, parts)
        if difference.isMissingPart { return presence.clause }
        if let renaming = presence.renaming(of: winner, in: loser) { return "that \(renaming)" }
        if (difference.values[loser] == nil) != (difference.values[winner] == nil) {
            let owner = difference.values[loser] == nil ? winner : loser
            return "\(difference.phrase), which \(presence.places): \(value(difference, owner))"
        }
        return "\(difference.phrase): \(pair { value(difference, $0) })"
    }

    private func value(_ difference: Difference, _ request: Int) -> String {
        guard let value = difference.values[request] else { return "nothing" }
        return value.isEmpty ? "empty" : PrintableText.text(value, limit: Self.shownBytes)
    }
}
