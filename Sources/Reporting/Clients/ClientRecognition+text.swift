import Bytes
import Pipeline
import Profiles

extension InspectedExchange {
    /// Who wrote the form, as far as its habits tell; `nil` where there is none.
    var client: ClientRecognition? { ClientRecognition(exchange, form: form) }
}

extension ClientRecognition {
    /// The answer in a few words: `curl`, `requests or urllib3`, `curl-cffi, not chromium`, `unknown`.
    ///
    /// A question mark says that something speaks against it.
    var brief: String {
        let ids = matches.map(\.profile.id)
        guard let first = ids.first else { return "unknown" }
        if isDisguised, let claimed = claimed.first { return "\(first), not \(claimed.id)" }
        if ids.count == 1 { return first + (isCertain ? "" : "?") }
        return ids.count == 2 ? "\(first) or \(ids[1])" : "\(first) or \(ids.count - 1) others"
    }

    /// The answer with its reasons, in lines.
    var rows: [String] {
        var rows = [answer]
        if let match = matches.first ?? nearest { rows += match.differing.map(Self.words) }
        if let claim {
            rows.append("its User-Agent names \(claim.profile.name), which differs:")
            rows += claim.differing.prefix(4).map { "  " + Self.words($0) }
        }
        return rows
    }

    private var answer: String {
        guard let match = matches.first else {
            guard let nearest else { return "unknown: no client is known whose boundaries look so" }
            return
                "unknown: the boundary is one of \(nearest.profile.name), but not all that is the encoder's:"
        }
        let names = matches.map(\.profile.name)
        let list =
            names.count > 1
            ? names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "") : names[0]
        let count = match.agreeing.count + match.differing.count
        let agreeing =
            match.differing.isEmpty
            ? "\(Quantity.of(count, "habit")) agree\(count == 1 ? "s" : "")"
            : "\(match.agreeing.count) of \(Quantity.of(count, "habit")) agree, not:"
        let source = match.profile.source == .described ? " (known by description alone)" : ""
        return "\(list)\(source): \(agreeing)"
    }

    private static func words(_ discrepancy: ClientMatch.Discrepancy) -> String {
        let found = discrepancy.found.map { "“\($0)”" }.joined(separator: ", ")
        let expected = discrepancy.expected.map { "“\($0)”" }.joined(separator: " or ")
        return
            "\(discrepancy.habit.title): \(found), where \(expected.isEmpty ? "nothing" : expected) is usual"
    }
}
